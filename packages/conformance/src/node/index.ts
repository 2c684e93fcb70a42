export { plainRequests } from './plain-request.js'
