import type { Clinic } from '../clinic/clinic.js'
import type { Family, Instance } from '../family.js'
import { sealFamilies } from '../sealing/seal.js'
import { readSecret } from '../sealing/secret.js'
import type { InstanceLevel } from '../task.js'

/** Instances of one family, with the input for drawing them. */
export interface GroupRequest {
  readonly family: string
  readonly instances: readonly {
    /** The id of the instance; in a sealed split, it differs from the drawn one. */
    readonly id: string
    readonly seed: number
    readonly level: InstanceLevel
    readonly branch: string
  }[]
  /** The folder of the secret of a sealed split. */
  readonly secret: string | undefined
  /** Whether to make only their audits. */
  readonly audits: boolean
}

/**
 * Draws a group. Returns the family, which draws branch twins with the same secret, and the instances as they are in
 * the split.
 */
export function drawGroup(
  { family: name, instances, secret }: GroupRequest,
  { clinic, families }: { readonly clinic: Clinic; readonly families: readonly Family[] },
): { readonly family: Family; readonly instances: readonly Instance[] } {
  const open = families.filter((one) => one.name === name)
  const [family] = secret === undefined ? open : sealFamilies(open, readSecret(secret, open))
  if (family === undefined) throw new RangeError(`expected a family, got ${name}`)
  return { family, instances: instances.map(({ id, ...draw }) => ({ ...family.make({ ...draw, clinic }), id })) }
}
