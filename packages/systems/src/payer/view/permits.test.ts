import { expect, it } from 'vitest'
import { permits } from './request-view.js'

it.each(['approved', 'cancelled'])(
  'offers no document and no peer-to-peer review for a request that is %s',
  (status) => {
    for (const call of ['attachDocument', 'requestPeerToPeer', 'amendPriorAuth', 'appealDenial']) {
      expect([call, permits({ auth_number: 'PA1', status }, call)]).toEqual([call, false])
    }
  },
)
