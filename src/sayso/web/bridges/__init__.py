"""Ways into Sayso for other people's software: LiteLLM, Coral, and filters such as Open WebUI's.

Each file speaks one of their languages and has its routes: `judge` our own, `litellm` and `coral` theirs.
What becomes of a reply is asked of the guard (`reader/guard/requests.py`). No rules here. Start with `judge`.
"""
