import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Bystanders, SimulatorEvidence } from '../simulator.js'

/** Of how many other people the charts are read. */
const strangers = 25

/** The practitioners of a chart by name, and the whole records of patients whom a task does not name. */
export function fhirBystanders({ fhir }: SimulatorEvidence, own: string): Bystanders {
  const names: string[] = []
  const reads: string[] = []
  for (const { resource } of fhir?.resources('Practitioner') ?? []) {
    const name = readName(resource)
    if (name !== undefined) names.push(name)
  }
  for (const { resource } of fhir?.resources('Patient') ?? []) {
    if (reads.length === strangers) break
    if (!own.includes(`Patient/${resource.id}`)) reads.push(`Patient/${resource.id}/$everything`)
  }
  return { names, reads }
}

function readName({ name }: JsonObject): string | undefined {
  const [first] = Array.isArray(name) ? name : []
  if (!isJsonObject(first) || typeof first.family !== 'string' || !Array.isArray(first.given)) return undefined
  return `${first.given.join(' ')} ${first.family}`
}
