import { defaultSystems } from '@carebench/service'

/** Whether systems of a type decide by policies, according to their configuration. */
export function hasPolicies(type: unknown): boolean {
  const system = defaultSystems.find((one) => one.type === type)
  const { properties = {} }: { properties?: object } = system?.configSchema ?? {}
  return 'policies' in properties
}
