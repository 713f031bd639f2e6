import { createRobotConnector } from '@sluice/connector-kit/robot'
import { manifest, Params } from './manifest.ts'
import { planMessages } from './plan-messages.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'

/** A custom robot of a DingTalk group. */
export default createRobotConnector({
  manifest,
  sentences: { zh, tw, pt },
  plan: params => planMessages(Params.parse(params)),
})
