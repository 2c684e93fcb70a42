import { datasetConfigs } from '@carebench/protocol'
import { defineSystem } from '../system.js'
import { filesSimulator } from './behaviour.js'
import { fileCalls } from './calls.js'
import { sftpFilePresent } from './checks.js'
import { filesEvents, filesRefusal } from './events.js'
import { filesGroup, filesType } from './group.js'
import { filesRecords } from './records.js'
import { fileApps } from './view/apps.js'

/** The simulated file exchange, `Files`. */
export const filesSystem = /* @__PURE__ */ defineSystem({
  type: filesType,
  title: 'a file exchange',
  group: filesGroup,
  calls: fileCalls,
  events: filesEvents,
  dataset: { type: 'Files', configSchema: datasetConfigs.Files },
  wires: ['sftp'],
  refusal: filesRefusal,
  apps: fileApps,
  records: filesRecords,
  checks: [sftpFilePresent],
  behaviour: filesSimulator,
})
