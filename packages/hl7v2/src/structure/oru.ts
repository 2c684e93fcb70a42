import type { MessageStructure } from './structure.js'

const patient = '[ PID [PD1] [{PRT}] [{NTE}] [{NK1}] [{ARV}] [ PV1 [PV2] [{PRT}] ] ]'
const timing = '[{ TQ1 [{TQ2}] }]'
const observation = '[{ OBX [{PRT}] [{NTE}] }]'
const specimen = '[{ SPM [{OBX}] [{NTE}] }]'

/** Unsolicited results. */
export const oruStructures: readonly MessageStructure[] = [
  {
    code: 'ORU',
    events: ['R01'],
    name: 'ORU_R01',
    segments:
      `MSH [{SFT}] [UAC] { ${patient} ` +
      `{ [ORC] OBR [{NTE}] [{PRT}] ${timing} [CTD] ${observation} [{FT1}] [{CTI}] ${specimen} } } [DSC]`,
  },
]
