import { defineManifest } from '@sluice/connector-kit'
import { robotAddressParam, robotPaceParam, robotSecretParam } from '@sluice/connector-kit/robot'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'feishu-robot',
  name: { zh: '飞书群机器人', en: 'Feishu robot' },
  group: 'oa',
  describe: {
    zh: '把每条数据作为一条消息发到飞书群。',
    en: 'Sends each record as a message to a Feishu or Lark group.',
  },
  icon: { text: '飞', color: '#3370FF' },
  roles: ['target'],
  params: [
    robotSecretParam(
      'token',
      { zh: 'Webhook 令牌', en: 'Token of the webhook' },
      {
        zh: 'Webhook 地址中 /hook/ 之后的部分。加密保存，不会再次显示。',
        en: 'What follows /hook/ in the address of the webhook. Sealed at rest and never shown again.',
      },
      true,
    ),
    robotSecretParam(
      'secret',
      { zh: '签名密钥', en: 'Secret for signing' },
      { zh: '安全设置为“签名校验”时填写。', en: 'Where the robot is secured by signatures.' },
      false,
    ),
    robotAddressParam('https://open.feishu.cn'),
    robotPaceParam(100),
  ],
})

/** As `parseParams` leaves them. */
export const Params = z.object({ base_url: z.string(), token: z.string(), secret: z.string().nullish() })
export type Params = z.output<typeof Params>
