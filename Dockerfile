# The service as an image: built in one stage, run in another that has no build tools, as a user without rights.
#
#   docker build --build-arg VERSION=... --build-arg REVISION=... --tag euchred .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -p 127.0.0.1:8000:8000 euchred
#   docker build --target sbom --output dist .       # dist/euchred.cdx.json, the bill of materials
#
# To pin the base for good: --build-arg PYTHON_IMAGE=python@sha256:...

ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
# What the service imports, in an environment of its own, and what builds the project, which stays in this stage. Every
# file must have a hash that the locks name.
COPY requirements.lock ./
COPY deploy/build.lock deploy/
RUN python -m venv --without-pip /opt/euchred \
    && python -m pip --python /opt/euchred/bin/python install --require-hashes --only-binary :all: -r requirements.lock \
    && python -m pip install --require-hashes --only-binary :all: -r deploy/build.lock
COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY service service
COPY cli cli
RUN python -m pip wheel --no-deps --no-index --no-build-isolation --wheel-dir /wheel . \
    && python -m pip --python /opt/euchred/bin/python install --no-deps --no-index --find-links /wheel euchred

FROM build AS list
RUN cyclonedx-py environment --output-reproducible --output-format JSON --output-file /sbom/euchred.cdx.json \
    --pyproject pyproject.toml /opt/euchred/bin/python

FROM scratch AS sbom
COPY --from=list /sbom /

FROM ${PYTHON_IMAGE} AS run
RUN python -m pip uninstall --yes --root-user-action=ignore pip setuptools wheel
COPY --from=build /opt/euchred /opt/euchred
ENV PATH=/opt/euchred/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    EUCHRED_HOST=0.0.0.0 \
    EUCHRED_PORT=8000 \
    EUCHRED_WORKERS=2
# A number, so that an orchestrator can see that it is not root; a name for it is not needed.
USER 10001:10001
EXPOSE 8000
# Nothing here needs a shell: no start script, and a health check that is Python.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; judge = http.client.HTTPConnection('127.0.0.1', int(os.environ['EUCHRED_PORT']), timeout=4); judge.request('GET', '/healthz'); sys.exit(judge.getresponse().status != 200)"]
ENTRYPOINT ["euchred"]

ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="euchred" \
      org.opencontainers.image.description="The judge for the euchre family of card games, over HTTP." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
