"""Who may ask, and on which scale they are answered."""

from typing import Literal

Role = Literal["service", "admin"]
"""What a key is for: a platform's back end, or whoever runs Sayso."""

Scale = Literal["perspective", "sayso"]
"""Perspective's scale, on which thresholds in use keep their meaning, or our own calibrated probability."""
