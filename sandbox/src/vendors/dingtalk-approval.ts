import { type Asked, expired, many, parse, type Row, startVendor, type Told, type Vendor } from './vendor.ts'

const [KEY, SECRET, PROCESS] = ['dingsimulated', 'ding-secret', 'PROC-SIMULATED']
const START = Date.UTC(2025, 0, 1)
const DAY_MS = 86_400_000
const moment = (at: number): number => START + at * 3_600_000 + 7000

const toMinute = (at: number): string => new Date(at).toISOString().replace(/:\d\d\.\d{3}Z$/, 'Z')

interface Instance extends Row {
  readonly id: string
  readonly at: number
  readonly detail: Row
}
const instance = (at: number): Instance => ({
  id: `inst-${String(at).padStart(4, '0')}`,
  at: moment(at),
  detail: {
    businessId: `2025010100000${at}`,
    title: `张三提交的报销 ${at}`,
    status: at % 3 === 0 ? 'RUNNING' : 'COMPLETED',
    result: at % 3 === 0 ? '' : 'agree',
    originatorUserId: 'manager01',
    originatorDeptId: '-1',
    originatorDeptName: '财务 👍',
    createTime: toMinute(moment(at)),
    finishTime: at % 3 === 0 ? null : toMinute(moment(at + 1)),
    formComponentValues: [{ name: '金额（元）', value: '12345678901234567.8900', componentType: 'MoneyField' }],
    operationRecords: [{ type: 'START_PROCESS_INSTANCE', userId: 'manager01' }],
    tasks: [],
  },
})

/** Another one, started then: what is decided later has no time of its own. */
const startedAt = (row: Row, at: Date): Instance => {
  const { detail, id } = row as Instance // of the list of instances
  return { id: `${id}-again`, at: at.getTime(), detail: { ...detail, createTime: toMinute(at.getTime()) } }
}
const recordOf = (row: Row): Row => {
  const { detail, id } = row as Instance // as above
  return { processInstanceId: id, ...detail }
}

/** Ids by page with a cursor that is a number, one instance by itself, refusals with a status and a code of their own. */
export function startDingtalkApproval(): Promise<Vendor> {
  const instances = many(137, instance)
  return startVendor(
    {
      tooOften: refuse(403, 'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi', '服务端接口被限流'),
      answer(asked, vendor) {
        const { pathname, searchParams } = asked.url
        if (pathname === '/v1.0/oauth2/accessToken') {
          const { appKey, appSecret } = parse(asked.body)
          if (appKey !== KEY || appSecret !== SECRET)
            return refuse(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
          return { body: { accessToken: vendor.token, expireIn: 7200 } }
        }
        if (asked.headers['x-acs-dingtalk-access-token'] !== vendor.token)
          return expired(refuse(401, 'InvalidAuthentication', '不合法的access_token'))
        if (pathname === '/v1.0/workflow/processes/instanceIds/query') return list(asked, instances)
        if (pathname !== '/v1.0/workflow/processInstances') return refuse(404, 'InvalidAction.NotFound', '接口不存在')
        if (asked.method === 'POST') return start(asked, vendor.written)
        const found = instances.find(each => each.id === searchParams.get('processInstanceId'))
        return found
          ? { body: { result: found.detail, success: true } }
          : refuse(400, 'aflowProcessInstNotExist', '审批实例不存在')
      },
    },
    {
      hasToken: true,
      window: { from: new Date(START).toISOString(), to: new Date(START + 10 * DAY_MS).toISOString() },
      params: url => ({ base_url: url, app_key: KEY, app_secret: SECRET, process_code: PROCESS }),
      lists: { instances: { rows: instances, stamp: startedAt, record: recordOf } },
      samples: {
        'instance-start': at => ({
          originatorUserId: 'manager01',
          deptId: 1,
          formComponentValues: [{ name: '金额（元）', value: `${at}.10` }],
        }),
      },
      spoiled: { 'instance-start': { originatorUserId: 'nobody', formComponentValues: [{ name: 'x', value: 'y' }] } },
    },
  )
}

function refuse(status: number, code: string, message: string): Told {
  return { status, body: { code, message, requestid: 'r' } }
}

function list({ method, body }: Asked, instances: readonly Instance[]): Told {
  const sent = parse(body)
  const { startTime, endTime, nextToken, maxResults } = sent
  if (method !== 'POST' || sent['processCode'] !== PROCESS)
    return refuse(400, 'aflowProcessCodeNotExist', '流程编码不存在')
  if (typeof nextToken !== 'number' || typeof maxResults !== 'number' || maxResults > 20)
    return refuse(400, 'invalidParameter', '参数错误')
  const [from, to] = [Number(startTime), Number(endTime)]
  if (!(to - from <= 120 * DAY_MS)) return refuse(400, 'invalidParameter', '时间区间不能超过 120 天')
  const fitting = instances.filter(each => each.at >= from && each.at <= to)
  const end = nextToken + maxResults
  const next = end < fitting.length ? { nextToken: String(end) } : {}
  return { body: { success: true, result: { list: fitting.slice(nextToken, end).map(each => each.id), ...next } } }
}

function start({ body }: Asked, written: Row[]): Told {
  const sent = parse(body)
  if (sent['processCode'] !== PROCESS) return refuse(400, 'aflowProcessCodeNotExist', '流程编码不存在')
  if (sent['originatorUserId'] !== 'manager01') return refuse(400, 'userNotExist', '用户不存在')
  written.push(sent)
  return { body: { instanceId: `started-${written.length}` } }
}
