import type { MessageStructure } from './structure.js'

const patient = '[ PID [PD1] [{NTE}] [ PV1 [PV2] ] [{ IN1 [IN2] [IN3] }] [GT1] [{AL1}] ]'
// Up to version 2.3.1, RXO was followed by the routes (RXR) and the components (RXC) of the medicine.
const medicine = 'RXO [{NTE}] [{RXR}] [{ RXC [{NTE}] }]'
const detail = `[ < OBR | RQD [RQ1] | RQ1 | ${medicine} | ODS | ODT > [{NTE}] [CTD] [{DG1}] [{ OBX [{NTE}] }] ]`

/** Orders of tests, medicines, food and supplies. */
export const ormStructures: readonly MessageStructure[] = [
  {
    code: 'ORM',
    events: ['O01'],
    name: 'ORM_O01',
    segments: `MSH [{SFT}] [{NTE}] ${patient} { ORC ${detail} [{FT1}] [{CTI}] [BLG] }`,
  },
]
