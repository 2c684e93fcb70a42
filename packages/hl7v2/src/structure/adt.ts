import type { MessageStructure } from './structure.js'

const start = 'MSH [{SFT}] [UAC] EVN'
const patient = 'PID [PD1] [{ARV}] [{ROL}]'
const visit = 'PV1 [PV2] [{ARV}] [{ROL}]'
const observed = '[{DB1}] [{OBX}]'
const procedures = '[{ PR1 [{ROL}] }]'
const insurance = '[{ IN1 [IN2] [{IN3}] [{ROL}] [{AUT}] [{RF1}] }]'
const clinical = `${observed} [{AL1}] [{DG1}] [DRG] ${procedures} [{GT1}] ${insurance} [ACC] [UB1] [UB2]`
const linked = `PID [PD1] [{ARV}] [PV1] [{DB1}]`

/** Admission, discharge and transfer; a structure is named after the first event that uses it. */
export const adtStructures: readonly MessageStructure[] = [
  adt('ADT_A01', 'A01 A04 A08 A13', `${patient} [{NK1}] ${visit} ${clinical} [PDA]`),
  adt('ADT_A02', 'A02', `${patient} ${visit} ${observed} [PDA]`),
  adt(
    'ADT_A03',
    'A03',
    `${patient} [{NK1}] ${visit} [{DB1}] [{AL1}] [{DG1}] [DRG] ${procedures} [{OBX}] [{GT1}] ${insurance} [ACC] [PDA]`,
  ),
  adt('ADT_A05', 'A05 A14 A28 A31', `${patient} [{NK1}] ${visit} ${clinical}`),
  adt('ADT_A06', 'A06 A07', `${patient} [MRG] [{NK1}] ${visit} ${clinical}`),
  adt('ADT_A09', 'A09 A10 A11', `PID [PD1] PV1 [PV2] ${observed} [{DG1}]`),
  adt('ADT_A12', 'A12', `PID [PD1] PV1 [PV2] ${observed} [DG1]`),
  adt('ADT_A15', 'A15', `${patient} ${visit} ${observed} [{DG1}]`),
  adt(
    'ADT_A16',
    'A16',
    `${patient} [{NK1}] ${visit} ${observed} [{AL1}] [{DG1}] [DRG] ${procedures} [{GT1}] ${insurance} [ACC]`,
  ),
  adt('ADT_A17', 'A17', `PID [PD1] [{ARV}] PV1 [PV2] ${observed} PID [PD1] [{ARV}] PV1 [PV2] ${observed}`),
  adt('ADT_A18', 'A18', 'PID [PD1] MRG PV1'),
  adt('ADT_A20', 'A20', 'NPU'),
  adt('ADT_A21', 'A21 A22 A23 A25 A26 A27 A29 A32 A33', `PID [PD1] PV1 [PV2] ${observed}`),
  adt('ADT_A24', 'A24', `${linked} ${linked}`),
  adt('ADT_A30', 'A30 A34 A35 A36 A46 A47 A48 A49', 'PID [PD1] MRG'),
  adt('ADT_A37', 'A37', `${linked} ${linked}`),
  adt('ADT_A38', 'A38', `PID [PD1] PV1 [PV2] ${observed} [{DG1}] [DRG]`),
  adt('ADT_A39', 'A39 A40 A41 A42', '{ PID [PD1] MRG [PV1] }'),
  adt('ADT_A43', 'A43 A44', '{ PID [PD1] [{ARV}] MRG }'),
  adt('ADT_A45', 'A45', 'PID [PD1] { MRG PV1 }'),
  adt('ADT_A50', 'A50 A51', 'PID [PD1] MRG PV1'),
  adt('ADT_A52', 'A52 A53', 'PID [PD1] PV1 [PV2]'),
  adt('ADT_A54', 'A54 A55', `${patient} ${visit}`),
  adt('ADT_A60', 'A60', `PID [{ARV}] [PV1] [PV2] [{ARV}] [{ IAM [{NTE}] [{IAR}] }]`),
  adt('ADT_A61', 'A61 A62', `${patient} PV1 [{ROL}] [PV2]`),
]

function adt(name: string, events: string, afterEvent: string): MessageStructure {
  return { code: 'ADT', events: events.split(' '), name, segments: `${start} ${afterEvent}` }
}
