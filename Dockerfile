# The service as an image: built in one stage, run in another that has no build tools, as a user without rights.

FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY service service
COPY cli cli
RUN python -m venv --without-pip /opt/euchred \
    && python -m pip --python /opt/euchred/bin/python install --no-cache-dir '.[fast]'

FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="euchred" \
      org.opencontainers.image.description="The judge for the euchre family of card games, over HTTP." \
      org.opencontainers.image.licenses="MIT"
RUN python -m pip uninstall --yes --root-user-action=ignore pip setuptools wheel \
    && useradd --system --no-create-home --uid 10001 --shell /usr/sbin/nologin euchred
COPY --from=build /opt/euchred /opt/euchred
ENV PATH=/opt/euchred/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["euchred", "--host", "0.0.0.0", "--port", "8000"]
CMD ["--workers", "2"]
