import { Failure, type ParamValues, type Resource, toText } from '@sluice/contract'
import type { Connection, Connector, ConnectorContext } from '../../connector.ts'
import { makeRight } from '../../right.ts'
import { Secrets } from '../http/secrets.ts'
import { planDial } from '../sql/plan-dial.ts'
import { runSteps } from '../sql/run-steps.ts'
import { type RobotPlan, RobotTarget, type RobotWork } from './robot-target.ts'

export interface RobotConnector extends Pick<Connector, 'manifest' | 'sentences'> {
  plan(params: ParamValues): RobotPlan
}

const text: Resource = {
  id: 'text',
  label: '文本消息 Text',
  kind: 'endpoint',
  direction: 'target',
  fields: [{ name: 'content', type: 'string', isRequired: true }],
  key: [],
}
const markdown: Resource = {
  id: 'markdown',
  label: 'Markdown',
  kind: 'endpoint',
  direction: 'target',
  fields: [
    { name: 'title', type: 'string', isRequired: true },
    { name: 'content', type: 'string', isRequired: true },
  ],
  key: [],
}

/** A robot of a group chat: each record becomes a message through its webhook. */
export function createRobotConnector({ manifest, sentences, plan }: RobotConnector): Connector {
  return {
    manifest,
    ...(sentences ? { sentences } : {}),
    open: async (params, context) => {
      const secrets = new Secrets()
      for (const { field, encryption } of manifest.params)
        if (encryption && typeof params[field] === 'string') secrets.add(params[field])
      return openRobot(params, { plan: plan(params), context, secrets })
    },
  }
}

function openRobot(params: ParamValues, work: Pick<RobotWork, 'plan' | 'context' | 'secrets'>): Connection {
  const find = (id: string): Resource => {
    const found = [text, markdown].find(resource => resource.id === id)
    if (!found) throw missing(id)
    return found
  }
  return {
    test: () => testRobot(String(params['base_url']), work.context),
    discover: async () => [text, markdown],
    describe: async id => find(id),
    openTarget: async ({ resource }) => {
      const { id, fields } = find(resource)
      const perMinute = Number(toText(params['per_minute'] as number))
      const names = fields.map(field => field.name)
      return new RobotTarget({ ...work, names, perMinute, kind: id === 'text' ? 'text' : 'markdown' })
    },
    close: async () => undefined,
  }
}

/** As far as one can go without sending: a webhook has nothing that could be asked. */
const testRobot = (address: string, context: ConnectorContext) => {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const detail = 'key and signature are judged with the first message'
  return runSteps(
    () => context.now(),
    [
      ...planDial(context.egress, url.hostname.replace(/^\[|\]$/g, ''), port, 10_000, socket => socket.destroy()),
      { name: 'permission', run: async () => ({ rights: [makeRight('write', 'unknown', { detail })] }) },
    ],
  )
}

const missing = (id: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no ${id} here; a robot sends text and markdown.`,
    advice: 'Choose one of the two kinds of message.',
    value: id,
  })
