export { plainRequests } from './plain-request.js'
export { wireExchanges } from './wire-exchange.js'
