import type { MessageStructure } from './structure.js'

const patient = '[{ PID [PD1] [PV1] [PV2] [{OBX}] [{DG1}] }]'
const resources = '{ RGS [{ AIS [{NTE}] }] [{ AIG [{NTE}] }] [{ AIL [{NTE}] }] [{ AIP [{NTE}] }] }'

/** Scheduling: booked, rescheduled, modified, cancelled and the like. */
export const siuStructures: readonly MessageStructure[] = [
  {
    code: 'SIU',
    events: ['S12', 'S13', 'S14', 'S15', 'S16', 'S17', 'S18', 'S19', 'S20', 'S21', 'S22', 'S23', 'S24', 'S26'],
    name: 'SIU_S12',
    segments: `MSH [{SFT}] [UAC] SCH [{TQ1}] [{NTE}] ${patient} ${resources}`,
  },
]
