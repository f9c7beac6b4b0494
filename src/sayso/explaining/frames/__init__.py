"""Frames: what a text implies about whom. Three sources behind `core.frame.FrameSource`.

`embedded` turns the groups and implied kinds of the scoring model into sentences of our own (`wording`);
`llm` asks a language model twice, as BiasX does; people write their own. Start with `embedded`.
"""
