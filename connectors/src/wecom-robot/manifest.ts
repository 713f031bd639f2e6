import { defineManifest } from '@sluice/connector-kit'
import { robotAddressParam, robotPaceParam, robotSecretParam } from '@sluice/connector-kit/robot'
import { z } from 'zod'

export const manifest = defineManifest({
  id: 'wecom-robot',
  name: { zh: '企业微信群机器人', en: 'WeCom robot' },
  group: 'oa',
  describe: {
    zh: '把每条数据作为一条消息发到企业微信群。',
    en: 'Sends each record as a message to a WeCom group.',
  },
  icon: { text: '企', color: '#07A35A' },
  roles: ['target'],
  params: [
    robotSecretParam(
      'key',
      { zh: 'Webhook 密钥', en: 'Key of the webhook' },
      {
        zh: 'Webhook 地址中 key= 之后的部分。加密保存，不会再次显示。',
        en: 'What follows key= in the address of the webhook. Sealed at rest and never shown again.',
      },
      true,
    ),
    robotAddressParam('https://qyapi.weixin.qq.com'),
    robotPaceParam(20),
  ],
})

/** As `parseParams` leaves them. */
export const Params = z.object({ base_url: z.string(), key: z.string() })
export type Params = z.output<typeof Params>
