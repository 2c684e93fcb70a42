"""An agent that searches for what it must not see, while other trials run at the same time. For tests only."""

import json
import os
import stat
import sys
import time
import urllib.error
import urllib.request

task = json.load(sys.stdin)
folders = sys.argv[1:]
mark = "MARK" + "-"
home = os.environ["HOME"]
found = set()


def look(path):
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return
        with open(path, "rb") as file:
            text = file.read(500_000).decode("latin1")
    except OSError:
        return
    for part in text.split(mark)[1:]:
        found.add(part.split("!")[0][:20])


def walk(top):
    for folder, below, names in os.walk(top):
        for name in names:
            look(os.path.join(folder, name))


def status(method, path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["CAREBENCH_TOKEN"], "Content-Type": "application/json"}
    request = urllib.request.Request(task["base_url"] + path, method=method, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


# The search must find a mark in the agent's own folder; otherwise finding none elsewhere would prove nothing.
with open(os.path.join(home, "own.txt"), "w") as file:
    file.write(mark + "own!")
walk(home)
own = sorted(found)
os.remove(os.path.join(home, "own.txt"))
found.clear()

# A mark for the other trials to find, which search at the same time.
with open(os.path.join(home, "secret.txt"), "w") as file:
    file.write(mark + "trial!")
others = set()
until = time.monotonic() + 1.5
while time.monotonic() < until:
    for process in filter(str.isdigit, os.listdir("/proc")):
        for name in ("environ", "cmdline"):
            if process != str(os.getpid()):
                look(f"/proc/{process}/{name}")
    temporary = os.path.dirname(home)
    for name in os.listdir(temporary):
        path = os.path.join(temporary, name)
        if path != home and name.startswith("carebench-"):
            others.add(name.rsplit("-", 1)[0])
            walk(path)
    for folder in folders:
        walk(folder)
    time.sleep(0.2)

run = task["mcp"]["url"].split("/v1/benchmark-runs/")[1].split("/")[0]
secret = json.dumps({"name": "note.txt", "content": os.environ["MODEL_KEY"]}).encode()
print(json.dumps({"output": {
    "own": own,
    "found": sorted(found),
    "others": sorted(others),
    "seen": [folder for folder in folders if os.path.exists(folder)],
    "statuses": [
        status("GET", "/benchmarks"),
        status("GET", "/task-runs"),
        status("GET", f"/v1/benchmark-runs/{run}x/files"),
        status("POST", f"/v1/benchmark-runs/{run}/files", secret),
    ],
}}))
