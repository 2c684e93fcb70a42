"""A small agent without a model: it requests the prior authorization for an order in the chart.

It reads a task as JSON from stdin, works over HTTP, and prints its submission. Replace `work` with your model.
"""

import json
import os
import sys
import urllib.parse
import urllib.request


class Systems:
    """The simulated systems of one trial."""

    def __init__(self, task, token):
        self.endpoints = task["endpoints"]
        self.token = token

    def call(self, method, system, path, body=None):
        request = urllib.request.Request(
            f"{self.endpoints[system]}/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def search(self, kind, **query):
        bundle = self.call("GET", "fhir", f"{kind}?{urllib.parse.urlencode(query)}")
        return [entry["resource"] for entry in bundle.get("entry", [])]


def work(task, token):
    """Does the task over HTTP and returns the submission."""
    systems = Systems(task, token)
    inputs = task["task"]["task_item"]["inputs"]
    if "mrn" not in inputs["patient"]:
        # Giving up is scored like any result. A crash would be scored, too, but would not explain anything.
        return {"output": {"reason": "this agent only requests what one open order asks for"}, "status": "gave_up"}
    [patient] = systems.search("Patient", identifier=inputs["patient"]["mrn"])
    orders = systems.search("ServiceRequest", patient=patient["id"], status="active")
    if len(orders) != 1:
        return {"output": {"reason": f"expected one open order, found {len(orders)}"}, "status": "gave_up"}
    [order] = orders
    coverages = systems.search("Coverage", patient=patient["id"], status="active")
    [coverage] = [each for each in coverages if each["payor"][0]["display"] == inputs["payer"]]
    condition = systems.call("GET", "fhir", order["reasonReference"][0]["reference"])
    practitioner = systems.call("GET", "fhir", order["requester"]["reference"])
    request = systems.call("POST", "portal", "prior-auths", {
        "patient_member_id": coverage["subscriberId"],
        "patient_name": patient["name"][0]["text"],
        "patient_dob": patient["birthDate"],
        "procedure_code": code_of(order, "http://www.ama-assn.org/go/cpt"),
        "diagnosis_codes": [code_of(condition, "http://hl7.org/fhir/sid/icd-10-cm")],
        "provider_npi": next(each["value"] for each in practitioner["identifier"] if each["system"].endswith("us-npi")),
        "service_date": order["occurrenceDateTime"][:10],
        "urgency": "standard" if order["priority"] == "routine" else "urgent",
    })
    return {"output": {"auth_number": request["auth_number"]}}


def code_of(resource, system):
    return next(coding["code"] for coding in resource["code"]["coding"] if coding["system"] == system)


if __name__ == "__main__":
    print(json.dumps(work(json.load(sys.stdin), os.environ["CAREBENCH_TOKEN"])))
