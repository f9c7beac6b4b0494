"""Ways into Sayso for other people's software: LiteLLM, Coral, and filters such as Open WebUI's.

Each file speaks one of their languages. What becomes of a reply is asked of the guard (`web/guard`); how a
reply that is still being written is cut, and what stands in for it, is in `replies`. Start there.
"""
