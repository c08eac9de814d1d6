"""deploy/kubernetes: right by Kubernetes' own schemas, as restricted as can be, and at one with itself."""

from __future__ import annotations

from typing import Any

import kubernetes_validate
import pytest
import yaml
from tests.deploy.files import KUBERNETES, SETTINGS, container_of, manifests, project

# The first release that can sleep before a stop without a program, and the newest whose schemas are at hand.
RELEASES = ("1.30", kubernetes_validate.latest_version().rpartition(".")[0])
KINDS = {
    "Namespace",
    "ServiceAccount",
    "Deployment",
    "Service",
    "HorizontalPodAutoscaler",
    "PodDisruptionBudget",
    "NetworkPolicy",
}


def pod() -> dict[str, Any]:
    """The pods of the deployment."""
    found: dict[str, Any] = manifests()["Deployment"]["spec"]["template"]["spec"]
    return found


def container() -> dict[str, Any]:
    """Their one container."""
    return container_of(manifests()["Deployment"])


def settings() -> dict[str, str]:
    """The variables of the container."""
    return {entry["name"]: entry["value"] for entry in container()["env"]}


def test_every_file_is_applied() -> None:
    kustomization = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
    files = {path.name for path in KUBERNETES.iterdir()} - {"kustomization.yaml"}
    assert set(kustomization["resources"]) == files
    assert len(kustomization["resources"]) == len(files)
    assert manifests().keys() == KINDS
    assert kustomization["namespace"] == manifests()["Namespace"]["metadata"]["name"]
    (image,) = kustomization["images"]
    assert (image["name"], image["newTag"]) == (container()["image"], project()["project"]["version"])


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("release", RELEASES)
def test_it_is_right_by_the_schema(kind: str, release: str) -> None:
    assert kubernetes_validate.validate(manifests()[kind], release, strict=True) == release


def test_a_wrong_manifest_would_be_found() -> None:
    broken = {**manifests()["Service"], "spec": {**manifests()["Service"]["spec"], "selectors": {}}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, RELEASES[0], strict=True)


def test_the_pods_keep_to_the_restricted_standard() -> None:
    """What the namespace enforces."""
    labels = manifests()["Namespace"]["metadata"]["labels"]
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"
    assert pod()["securityContext"]["runAsNonRoot"] is True
    assert pod()["securityContext"]["runAsUser"] > 0
    assert pod()["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container()["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert not pod().keys() & {"hostNetwork", "hostPID", "hostIPC", "initContainers"}
    assert all("hostPort" not in port for port in container()["ports"])
    assert [volume.keys() for volume in pod()["volumes"]] == [{"name", "emptyDir"}]


def test_the_pods_have_no_business_with_the_cluster() -> None:
    assert pod()["automountServiceAccountToken"] is False
    assert manifests()["ServiceAccount"]["automountServiceAccountToken"] is False
    assert pod()["serviceAccountName"] == manifests()["ServiceAccount"]["metadata"]["name"]
    # A Service named euchred would else set EUCHRED_PORT.
    assert pod()["enableServiceLinks"] is False
    assert manifests()["NetworkPolicy"]["spec"]["egress"] == []
    assert set(manifests()["NetworkPolicy"]["spec"]["policyTypes"]) == {"Ingress", "Egress"}


def test_the_settings_are_settings() -> None:
    assert settings().keys() <= SETTINGS
    ports = {port["name"]: str(port["containerPort"]) for port in container()["ports"]}
    assert ports == {"http": settings()["EUCHRED_PORT"], "metrics": settings()["EUCHRED_METRICS_PORT"]}


def test_a_pod_has_the_time_to_finish() -> None:
    needed = container()["lifecycle"]["preStop"]["sleep"]["seconds"] + int(settings()["EUCHRED_SHUTDOWN_SECONDS"])
    assert pod()["terminationGracePeriodSeconds"] > needed


def test_the_probes() -> None:
    paths = {kind: container()[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")}
    assert paths == {
        "startup": {"path": "/readyz", "port": "http"},
        "readiness": {"path": "/readyz", "port": "http"},
        "liveness": {"path": "/healthz", "port": "http"},
    }


def test_what_it_may_use_is_bounded() -> None:
    resources = container()["resources"]
    assert resources["requests"].keys() == resources["limits"].keys() == {"cpu", "memory", "ephemeral-storage"}
    assert all(volume["emptyDir"]["sizeLimit"] for volume in pod()["volumes"])
    assert [mount["mountPath"] for mount in container()["volumeMounts"]] == ["/tmp"]


def test_the_bodies_that_it_holds_fit_into_its_memory() -> None:
    bodies = int(settings()["EUCHRED_WORKERS"]) * int(settings()["EUCHRED_BODIES_MIB"])
    (spool,) = (int(volume["emptyDir"]["sizeLimit"].removesuffix("Mi")) for volume in pod()["volumes"])
    assert 2 * bodies + spool < int(container()["resources"]["limits"]["memory"].removesuffix("Mi"))


def test_they_mean_the_same_pods() -> None:
    labels = manifests()["Deployment"]["spec"]["template"]["metadata"]["labels"]
    chosen = [
        manifests()["Deployment"]["spec"]["selector"]["matchLabels"],
        manifests()["Service"]["spec"]["selector"],
        manifests()["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        manifests()["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
        *(spread["labelSelector"]["matchLabels"] for spread in pod()["topologySpreadConstraints"]),
    ]
    assert all(choice == labels for choice in chosen)


def test_the_autoscaler_has_the_say_over_the_number() -> None:
    deployment, scaler = manifests()["Deployment"], manifests()["HorizontalPodAutoscaler"]["spec"]
    assert "replicas" not in deployment["spec"]
    assert scaler["scaleTargetRef"] == {
        "apiVersion": deployment["apiVersion"],
        "kind": deployment["kind"],
        "name": deployment["metadata"]["name"],
    }
    assert scaler["minReplicas"] >= 2


def test_an_upgrade_takes_no_judge_away_before_another_is_there() -> None:
    assert manifests()["Deployment"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert manifests()["PodDisruptionBudget"]["spec"]["maxUnavailable"] == 1


def test_who_may_come_in() -> None:
    ports = {port["name"] for port in container()["ports"]}
    opened = {}
    for entry in manifests()["NetworkPolicy"]["spec"]["ingress"]:
        (source,), (port,) = entry["from"], entry["ports"]
        opened[port["port"]] = source["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
    assert opened == {"http": "ingress-nginx", "metrics": "monitoring"}
    assert opened.keys() == ports
    assert [port["targetPort"] for port in manifests()["Service"]["spec"]["ports"]] == ["http"]
