import type { Clinic } from '../clinic/clinic.js'
import type { Family, Instance } from '../family.js'
import { sealFamilies } from '../sealing/seal.js'
import { readSecret } from '../sealing/secret.js'
import type { InstanceLevel } from '../task.js'

/** A group of instances of a family, by what they are drawn from. */
export interface GroupRequest {
  readonly family: string
  readonly instances: readonly {
    /** In a sealed split another one than of the draw. */
    readonly id: string
    readonly seed: number
    readonly level: InstanceLevel
    readonly branch: string
  }[]
  /** The folder of the secret of a sealed split. */
  readonly secret: string | undefined
  /** Whether only their audits are made. */
  readonly audits: boolean
}

/** The family of a group, which draws twins as it drew the group, and the instances as the split has them. */
export function drawGroup(
  { family: name, instances, secret }: GroupRequest,
  { clinic, families }: { readonly clinic: Clinic; readonly families: readonly Family[] },
): { readonly family: Family; readonly instances: readonly Instance[] } {
  const open = families.filter((one) => one.name === name)
  const [family] = secret === undefined ? open : sealFamilies(open, readSecret(secret, open))
  if (family === undefined) throw new RangeError(`expected a family, got ${name}`)
  return { family, instances: instances.map(({ id, ...draw }) => ({ ...family.make({ ...draw, clinic }), id })) }
}
