import { createPackConnector } from '@sluice/connector-kit/http'
import { pack } from './pack.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'

/** The ERP of Wangdian. */
export default createPackConnector(pack, { tw, pt })
