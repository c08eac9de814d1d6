"""A code generator reads the contract: openapi-typescript makes types of it, and clients compile without a cast."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.contract.walk import ROOT

PACKAGES = ["openapi-typescript@7", "openapi-fetch@0.17", "typescript@5"]

HAND = """\
import createClient from "openapi-fetch";
import type { paths, components } from "./euchred";
const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });
export async function hand(): Promise<components["schemas"]["Result"] | null> {
  const dealt = await client.POST("/v1/deal", { body: { variant: "euchre", seed: "a" } });
  if (!dealt.data) throw new Error(dealt.error.detail);
  const legal = await client.POST("/v1/legal-moves", { body: dealt.data.state });
  const move = legal.data?.moves[0] ?? "pass";
  const made = await client.POST("/v1/apply", { body: { state: dealt.data.state, move } });
  if (!made.data) throw new Error(made.error.errors.map((found) => found.pointer).join());
  const trump: components["schemas"]["Trump"] | null = made.data.position.trump;
  const why: string = made.data.ruling.reason + trump + made.data.ruling.facts.led;
  return why ? (await client.POST("/v1/score", { body: made.data.state })).data?.result ?? null : null;
}
"""

# A body of lines is a text; the types of a line, of its answer and of the summary come from the contract all the same.
BATCH = """\
import createClient from "openapi-fetch";
import type { paths, components } from "./euchred";
type Schemas = components["schemas"];
export async function batch(key: string, states: Schemas["State"][]): Promise<Schemas["BatchCounts"]> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/x-ndjson" };
  const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000", headers });
  const explain: Schemas["Explain"] = "none";
  const lines = states.map((body, id): Schemas["BatchLine"] => ({ id, op: "legal-moves", explain, body }));
  const answered = await client.POST("/v1/batch", {
    body: lines.map((line) => JSON.stringify(line) + "\\n").join(""),
    bodySerializer: (text) => text,
    parseAs: "text",
  });
  if (!answered.data) throw new Error(answered.error?.detail);
  for (const line of answered.data.trimEnd().split("\\n")) {
    const read: Schemas["BatchAnswer"] | Schemas["BatchSummary"] = JSON.parse(line);
    if ("summary" in read) return read.summary;
    if (read.status !== 200) throw new Error(`${read.id}: ${read.body["detail"]}`);
  }
  throw new Error("the answer was cut off");
}
"""


@pytest.mark.npm
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_typescript_clients_compile(tmp_path: Path) -> None:
    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    (tmp_path / "hand.ts").write_text(HAND)
    (tmp_path / "batch.ts").write_text(BATCH)
    (tmp_path / "package.json").write_text('{"private": true}')
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES)
    bin = tmp_path / "node_modules" / ".bin"
    run(str(bin / "openapi-typescript"), str(ROOT / "openapi.yaml"), "--output", "euchred.d.ts")
    options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--skipLibCheck"]
    run(str(bin / "tsc"), *options, "--target", "es2022", "--module", "nodenext", "hand.ts", "batch.ts")
