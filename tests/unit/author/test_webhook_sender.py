"""A signature as other people's libraries check it."""

from base64 import b64decode

from sayso.author.webhook_sender import sign


def test_a_signature_is_that_of_the_standards_own_example() -> None:
    headers = sign(
        b'{"test": 2432232314}',
        key=b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
    )
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
