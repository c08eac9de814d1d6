"""The published contract, built from the schemas that read and describe the bodies.

`python -m euchred.web.openapi > openapi.yaml` writes it anew; the file is checked in and served as it is.  This package
needs apispec, which the service itself does not: nothing else imports it.
"""

from .build import document, written

__all__ = ["document", "written"]
