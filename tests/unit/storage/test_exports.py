"""What other rooms may take from this one."""

import sayso.storage


def test_the_public_names_of_the_room_are_these() -> None:
    assert sorted(sayso.storage.__all__) == [
        "Answer",
        "Backup",
        "Community",
        "Delivery",
        "Entry",
        "Feedback",
        "Head",
        "KeptText",
        "Key",
        "NewObjection",
        "NewText",
        "Objection",
        "ObjectionKind",
        "ObjectionState",
        "Pin",
        "Problem",
        "Receipt",
        "RetentionRun",
        "ShadowRow",
        "Store",
        "Transaction",
        "Verdict",
        "Verification",
        "Window",
        "back_up",
        "restore",
        "upgrade_database",
    ]
