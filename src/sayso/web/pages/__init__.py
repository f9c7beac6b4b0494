"""The frame that every page stands in, its assets, and the pages that belong to no room.

A room's own pages live with the room, what a page does in a browser in `ui/`. Start with `frame`.
"""
