#!/usr/bin/env bash
# Checks what we send with third-party validators, and prints their reports. They are installed into a temporary folder;
# one that cannot be installed is skipped, with the reason. Exits with 1 if a validator has findings, if our server does
# not start, or if every validator was skipped.
#   tests/outside/run.sh [x12 hl7 fhir examples mcp openapi policies]
set -uo pipefail
cd "$(dirname "$0")/../.."
here=tests/outside
work=$(mktemp -d)
failed=0
ran=0
server=
trap '[ -n "$server" ] && kill "$server"; rm -rf "$work"' EXIT

wanted() { [ ${#checks[@]} -eq 0 ] || [[ " ${checks[*]} " == *" $1 "* ]]; }
skip() { echo "skipped $1: $2"; }
report() { echo "== $1"; shift; ran=1; "$@" || failed=1; }
checks=("$@")

# pyx12, schemathesis and the MCP client, each in the latest version that passed.
python=$work/python/bin/python
have_python() {
  [ -x "$python" ] && return
  python3 -m venv "$work/python" 2>"$work/why" &&
    "$python" -m pip -q install pyx12==4.0.0 schemathesis==4.32.5 mcp==2.3.0 2>"$work/why"
}
have_java() {
  [ -d "$work/lib" ] && return
  command -v java mvn >"$work/why" || { echo 'java and mvn are needed' >"$work/why"; return 1; }
  mvn -q -B -f $here/pom.xml dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$work/lib" >"$work/why"
}
# The packages of the guides come from the repositories of the Inferno kits; without them, their profiles are not checked.
check_fhir() {
  local sent=$1 packages=()
  shift
  for name in "$@"; do [ -f "$work/guides/$name.tgz" ] && packages+=("$name.tgz"); done
  java -Xmx3g -cp "$work/lib/*:$work/guides" $here/CheckFhir.java "$work/sent/$sent" $here/accepted-fhir.txt "${packages[@]}"
}
guides() {
  mkdir -p "$work/guides"
  for one in us-core-test-kit:us_core:us_core_610 us-core-test-kit:us_core:us_core_700 us-core-test-kit:us_core:us_core_311 davinci-pas-test-kit:davinci_pas:davinci_pas_2.2.1 \
    davinci-pas-test-kit:davinci_pas:davinci_pas_2.0.1 davinci-dtr-test-kit:davinci_dtr:davinci_dtr_2.0.1 \
    davinci-crd-test-kit:davinci_crd:davinci-crd-2.0.1; do
    IFS=: read -r kit folder name <<<"$one"
    { [ -d "$work/$kit" ] || git clone -q --depth 1 "https://github.com/inferno-framework/$kit" "$work/$kit" 2>"$work/why"; } &&
      cp "$work/$kit/lib/${folder}_test_kit/igs/$name.tgz" "$work/guides/" || skip "$name" "$(tail -1 "$work/why")"
  done
}
serve() {
  node tools/launcher/carebench.mjs serve --port 0 --json --seed 7 >"$work/ready" & server=$!
  for _ in $(seq 120); do [ -s "$work/ready" ] && return; sleep 1; done
  return 1
}
member() { "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$work/ready" "$1"; }

if wanted x12 || wanted hl7 || wanted fhir; then
  node --conditions=@carebench/source --import tsx $here/collect.ts "$work/sent" || exit 1
fi
if wanted x12; then
  if have_python; then report pyx12 "$python" $here/check-x12.py "$work/sent/x12"; else skip pyx12 "$(tail -1 "$work/why")"; fi
fi
if wanted hl7 || wanted fhir; then
  if have_java; then
    wanted hl7 && report 'HL7 v2 of HAPI' java -cp "$work/lib/*" $here/CheckHl7.java "$work/sent/hl7"
    wanted fhir && guides
    # Charts follow US Core 6.1.0, and PAS 2.2.1 builds on 7.0.0.
    wanted fhir && report 'FHIR of HAPI: charts' check_fhir fhir us_core_610
    wanted fhir && report 'FHIR of HAPI: payers' check_fhir payer-2.2 us_core_700 davinci_pas_2.2.1 davinci_dtr_2.0.1
    wanted fhir && report 'FHIR of HAPI: payers by guides 2.0' \
      check_fhir payer-2.0 us_core_311 davinci_pas_2.0.1 davinci_dtr_2.0.1 davinci-crd-2.0.1
  else skip HAPI "$(tail -1 "$work/why")"; fi
fi
if wanted examples; then
  [ -d "$work/guides" ] || guides
  for archive in "$work"/guides/davinci*.tgz; do
    [ -f "$archive" ] || continue
    name=$(basename "$archive" .tgz) && mkdir -p "$work/examples/$name"
    tar -C "$work/examples/$name" --strip-components=2 -xzf "$archive" package/example
    # The CRD guide has no hook requests; those of its test kit refer to the examples of the guide.
    [[ $name == *crd* ]] && cp "$work"/davinci-crd-test-kit/spec/fixtures/*_hook_request.json "$work/examples/$name"
    report "official examples of $name" \
      node --conditions=@carebench/source --import tsx $here/examples.ts "$work/examples/$name"
  done
fi
if wanted mcp || wanted openapi; then
  if ! have_python; then skip 'schemathesis and the client of MCP' "$(tail -1 "$work/why")"
  elif ! serve; then echo 'carebench serve did not start within two minutes'; failed=1
  else
    wanted mcp && report 'client of MCP' "$python" $here/check-mcp.py "$(cat "$work/ready")"
    # Excluded: /v1, which needs the token of a run; calls that would delete the organization or the key of these checks;
    # and bodies in EDI and ER7, which schemathesis cannot write.
    wanted openapi && report schemathesis "$work/python/bin/schemathesis" run "$(member url)/openapi.json" --seed 1 \
      -H "Authorization: Bearer $(member organization_key)" --tls-verify "$(member ca_file)" --warnings off \
      --phases examples,coverage,fuzzing --max-examples 5 --max-time 600 --continue-on-failure \
      --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,allow_header_conformance \
      --exclude-path-regex '^/v1|^/organizations|^/api-keys|/mcp$|/clearinghouse|/hl7/outbound'
  fi
fi
if wanted policies; then
  # Not development dependencies of this repository, because they bring 350 packages.
  if npm i -s --no-audit --no-fund --ignore-scripts --prefix "$work/forms" \
    @aehrc/sdc-populate@4.7.1 cql-execution@3.3.2 2>"$work/why"; then
    report 'sdc-populate and cql-execution' \
      node --conditions=@carebench/source --import tsx $here/policies.ts "$work/forms"
  else skip 'sdc-populate and cql-execution' "$(tail -1 "$work/why")"; fi
fi
[ $ran = 1 ] || { echo 'every validator was skipped'; failed=1; }
exit $failed
