"""The discovery document, from which Google's client libraries build themselves."""

from collections.abc import Mapping

from sayso.web.perspective.schemas import SCHEMAS, Schema, find_shape

REVISION = "20261115"
API_NAME = "commentanalyzer"
API_VERSION = "v1alpha1"

MESSAGES: Mapping[str, tuple[str, str, str]] = {
    "analyze": (
        "AnalyzeCommentRequest",
        "AnalyzeCommentResponse",
        "Scores a comment for the attributes asked for.",
    ),
    "suggestscore": (
        "SuggestCommentScoreRequest",
        "SuggestCommentScoreResponse",
        "Says what scores a comment should have had.",
    ),
}

RESPONSE_SHAPES: Mapping[str, Schema] = {method: find_shape(names[1]) for method, names in MESSAGES.items()}

_PARAMETERS: Mapping[str, tuple[str, str]] = {
    "key": ("string", "The API key."),
    "fields": ("string", "Which fields of the answer to send."),
    "prettyPrint": ("boolean", "Send the answer with line breaks and indentation."),
    "alt": ("string", "Format of the answer; always JSON."),
    "quotaUser": ("string", "Accepted and ignored."),
    "access_token": ("string", "Accepted and ignored."),
    "oauth_token": ("string", "Accepted and ignored."),
    "callback": ("string", "Accepted and ignored."),
    "uploadType": ("string", "Accepted and ignored."),
    "upload_protocol": ("string", "Accepted and ignored."),
    "$.xgafv": ("string", "Accepted and ignored."),
}


def make_document(root_url: str) -> Schema:
    """The document of a service at `root_url`, which ends in a slash."""
    return {
        "kind": "discovery#restDescription",
        "discoveryVersion": "v1",
        "id": f"{API_NAME}:{API_VERSION}",
        "name": API_NAME,
        "version": API_VERSION,
        "version_module": True,
        "revision": REVISION,
        "title": "Sayso, by Perspective's names",
        "description": "Scores comments and takes corrections, on the wire format of the Perspective API.",
        "ownerDomain": "sayso",
        "ownerName": "Sayso",
        "protocol": "rest",
        "rootUrl": root_url,
        "baseUrl": root_url,
        "basePath": "",
        "servicePath": "",
        "batchPath": "batch",
        "parameters": {
            name: {"type": kind, "description": description, "location": "query"}
            for name, (kind, description) in _PARAMETERS.items()
        },
        "schemas": dict(SCHEMAS),
        "resources": {"comments": {"methods": {method: _describe_method(method) for method in MESSAGES}}},
    }


def _describe_method(method: str) -> Schema:
    request, response, description = MESSAGES[method]
    path = f"{API_VERSION}/comments:{method}"
    return {
        "id": f"{API_NAME}.comments.{method}",
        "description": description,
        "httpMethod": "POST",
        "path": path,
        "flatPath": path,
        "parameters": {},
        "parameterOrder": [],
        "request": {"$ref": request},
        "response": {"$ref": response},
    }
