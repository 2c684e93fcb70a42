import type { MessageStructure } from './structure.js'

const start = 'MSH [{SFT}] [UAC] EVN PID [PD1] [{ARV}] [{ROL}]'
const insurance = '[{ IN1 [IN2] [{IN3}] [{ROL}] [{AUT}] [{RF1}] }]'
const clinical = `[{DB1}] [{OBX}] [{AL1}] [{DG1}] [DRG] [{ PR1 [{ROL}] }] [{GT1}] ${insurance} [ACC] [UB1] [UB2]`

/** Admission, discharge and transfer. */
export const adtStructures: readonly MessageStructure[] = [
  {
    code: 'ADT',
    events: ['A01', 'A04', 'A08', 'A13'],
    name: 'ADT_A01',
    segments: `${start} [{NK1}] PV1 [PV2] [{ARV}] [{ROL}] ${clinical} [PDA]`,
  },
  {
    code: 'ADT',
    events: ['A02'],
    name: 'ADT_A02',
    segments: `${start} PV1 [PV2] [{ARV}] [{ROL}] [{DB1}] [{OBX}] [PDA]`,
  },
  {
    code: 'ADT',
    events: ['A03'],
    name: 'ADT_A03',
    segments:
      `${start} [{NK1}] PV1 [PV2] [{ARV}] [{ROL}] [{DB1}] [{AL1}] [{DG1}] [DRG] [{ PR1 [{ROL}] }] [{OBX}] [{GT1}] ` +
      `${insurance} [ACC] [PDA]`,
  },
  {
    code: 'ADT',
    events: ['A05', 'A14', 'A28', 'A31'],
    name: 'ADT_A05',
    segments: `${start} [{NK1}] PV1 [PV2] [{ARV}] [{ROL}] ${clinical}`,
  },
  {
    code: 'ADT',
    events: ['A06', 'A07'],
    name: 'ADT_A06',
    segments: `${start} [MRG] [{NK1}] PV1 [PV2] [{ARV}] [{ROL}] ${clinical}`,
  },
  {
    code: 'ADT',
    events: ['A09', 'A10', 'A11'],
    name: 'ADT_A09',
    segments: 'MSH [{SFT}] [UAC] EVN PID [PD1] PV1 [PV2] [{DB1}] [{OBX}] [{DG1}]',
  },
  {
    code: 'ADT',
    events: ['A12'],
    name: 'ADT_A12',
    segments: 'MSH [{SFT}] [UAC] EVN PID [PD1] PV1 [PV2] [{DB1}] [{OBX}] [DG1]',
  },
  {
    code: 'ADT',
    events: ['A23', 'A25', 'A26', 'A27', 'A29', 'A32', 'A33'],
    name: 'ADT_A21',
    segments: 'MSH [{SFT}] [UAC] EVN PID [PD1] PV1 [PV2] [{DB1}] [{OBX}]',
  },
  {
    code: 'ADT',
    events: ['A34', 'A35', 'A36', 'A46', 'A47', 'A48', 'A49'],
    name: 'ADT_A30',
    segments: 'MSH [{SFT}] [UAC] EVN PID [PD1] MRG',
  },
  {
    code: 'ADT',
    events: ['A39', 'A40', 'A41', 'A42'],
    name: 'ADT_A39',
    segments: 'MSH [{SFT}] [UAC] EVN { PID [PD1] MRG [PV1] }',
  },
]
