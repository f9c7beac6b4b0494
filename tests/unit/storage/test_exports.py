"""What other rooms may take from this one."""

import sayso.storage


def test_the_public_names_of_the_room_are_these() -> None:
    assert sorted(sayso.storage.__all__) == [
        "Backup",
        "Community",
        "Entry",
        "Feedback",
        "Head",
        "KeptText",
        "Key",
        "NewText",
        "Pin",
        "Problem",
        "RetentionRun",
        "ShadowRow",
        "Store",
        "Transaction",
        "Verification",
        "Window",
        "back_up",
        "restore",
        "upgrade_database",
    ]
