import { defineManifest } from '@sluice/connector-kit'
import { robotAddressParam, robotPaceParam, robotSecretParam } from '@sluice/connector-kit/robot'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'dingtalk-robot',
  name: { zh: '钉钉群机器人', en: 'DingTalk robot' },
  group: 'oa',
  describe: {
    zh: '把每条数据作为一条消息发到钉钉群。',
    en: 'Sends each record as a message to a DingTalk group.',
  },
  icon: { text: '钉', color: '#1677FF' },
  roles: ['target'],
  params: [
    robotSecretParam(
      'access_token',
      { zh: 'Webhook 令牌', en: 'Token of the webhook' },
      {
        zh: 'Webhook 地址中 access_token= 之后的部分。加密保存，不会再次显示。',
        en: 'What follows access_token= in the address of the webhook. Sealed at rest and never shown again.',
      },
      true,
    ),
    robotSecretParam(
      'secret',
      { zh: '加签密钥', en: 'Secret for signing' },
      {
        zh: '安全设置为“加签”时填写，以 SEC 开头。',
        en: 'Where the robot is secured by signing; begins with SEC.',
      },
      false,
    ),
    robotAddressParam('https://oapi.dingtalk.com'),
    robotPaceParam(20),
  ],
})

/** As `parseParams` leaves them. */
export const Params = z.object({ base_url: z.string(), access_token: z.string(), secret: z.string().nullish() })
export type Params = z.output<typeof Params>
