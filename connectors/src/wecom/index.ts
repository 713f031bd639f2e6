import { createPackConnector } from '@sluice/connector-kit/http'
import { pack } from './pack.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'

/** Contacts, approvals and messages of WeCom. */
export default createPackConnector(pack, { tw, pt })
