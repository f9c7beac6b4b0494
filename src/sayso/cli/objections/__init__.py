"""What authors say is wrong: listed, answered, exported."""
