"""Searches for everything that an agent must not reach, and submits its findings. For tests only."""

import json
import os
import socket
import stat
import subprocess
import sys

task = json.load(sys.stdin)
mark = "MARK" + "-"
found = set()
files = 0


def look(path, most=200_000):
    global files
    try:
        # Reading a pipe would take the data from whom it is for.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            text = file.read(most).decode("latin1")
    except OSError:
        return
    files += 1
    for part in text.split(mark)[1:]:
        found.add(part.split("!")[0][:20])


def walk(top):
    for folder, folders, names in os.walk(top):
        # Pseudo file systems are looked at below, and the system has nothing of ours.
        folders[:] = [name for name in folders if os.path.join(folder, name) not in ("/proc", "/sys", "/usr", "/dev", "/lib")]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                look(path)


def connects(address, family=socket.AF_INET):
    try:
        with socket.socket(family) as client:
            client.settimeout(2)
            client.connect(address)
            return True
    except OSError:
        return False


def works(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def writes(path):
    try:
        with open(path, "w") as file:
            file.write("x")
        return True
    except OSError:
        return False


wanted = json.loads(sys.argv[1])
for value in os.environ.values():
    if mark in value:
        found.add("environment")
processes = [name for name in os.listdir("/proc") if name.isdigit()]
# Outside a sandbox, leaves processes alone that do not belong to the test.
if set(processes) & set(map(str, wanted["processes"])):
    processes = list(map(str, wanted["processes"]))
for process in processes:
    for name in ("environ", "cmdline"):
        look(f"/proc/{process}/{name}")
    for link in ("cwd", "root"):
        for path in wanted["below"]:
            look(f"/proc/{process}/{link}{path}")
    try:
        for descriptor in os.listdir(f"/proc/{process}/fd"):
            look(f"/proc/{process}/fd/{descriptor}")
    except OSError:
        pass
for folder in wanted["folders"]:
    walk(folder)

proxy = task["base_url"].rsplit(":", 1)
print(json.dumps({"output": {
    "found": sorted(found),
    "files": files > 0,
    "others": sorted(int(name) for name in processes if int(name) in wanted["processes"]),
    "reached": [port for port in wanted["ports"] if connects(("127.0.0.1", port))],
    "proxy": connects((proxy[0].removeprefix("http://"), int(proxy[1]))),
    "outside": connects(("192.0.2.1", 80)),
    "sockets": [path for path in wanted["sockets"] if connects(path, socket.AF_UNIX)],
    "namespaces": works("unshare", "--user", "--map-root-user", "mount", "-t", "tmpfs", "none", "/mnt"),
    "kills": [process for process in wanted["processes"] if works("kill", "-0", str(process))],
    "writes": [path for path in [*wanted["files"], "/usr/x", "/etc/x", "/x", "/proc/sys/kernel/hostname"] if writes(path)],
    "writes_home": writes(os.path.join(os.environ["HOME"], "x")),
}}))
