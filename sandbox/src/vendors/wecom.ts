import { type Asked, expired, many, parse, type Row, startVendor, type Told, type Vendor } from './vendor.ts'

const [CORP, SECRET, AGENT] = ['wwsimulated', 'wecom-secret', 1_000_002]
const START = Date.UTC(2025, 0, 1)
const DAY_S = 86_400
const moment = (at: number): number => START / 1000 + at * 7200 + 7

const department = (at: number): Row => ({
  id: at + 1,
  name: at === 0 ? '总公司' : `部门 ${at} 👍`,
  name_en: `Department ${at}`,
  department_leader: at % 2 === 0 ? [`user${at}`] : [],
  parentid: at === 0 ? 0 : 1,
  order: 100_000_000 - at,
})
const toIds = ({ id, parentid, order }: Row): Row => ({ id, parentid, order })
const member = (at: number): Row => ({
  userid: `user${at}`,
  name: `成员 ${at}`,
  department: at % 5 === 0 ? [1, 2] : [1],
  position: '会计',
  mobile: `138000000${String(at).padStart(2, '0')}`,
  gender: '1',
  email: '',
  alias: '',
  is_leader_in_dept: at % 5 === 0 ? [0, 1] : [0],
  direct_leader: ['user0'],
  main_department: 1,
  status: 1,
})
/** Everybody is in department 1, and every fifth one in another as well. */
const membership = (at: number): Row =>
  at % 6 === 5
    ? { userid: `user${Math.floor(at / 6) * 5}`, department: 2 }
    : { userid: `user${at - Math.floor(at / 6)}`, department: 1 }

const approval = (at: number): Row => ({
  sp_no: String(202_501_010_001 + at),
  sp_name: '报销',
  sp_status: at % 3 === 0 ? 1 : 2,
  template_id: 'ZLqk8pcsAoaXZ1eY',
  apply_time: moment(at),
  applyer: { userid: `user${at % 7}`, partyid: '1' },
  sp_record: [{ sp_status: 2, approverattr: 1, details: [{ approver: { userid: 'user0' }, sptime: moment(at) + 60 }] }],
  notifyer: [],
  apply_data: {
    contents: [
      { control: 'Money', id: 'Money-1', title: [{ text: '金额', lang: 'zh_CN' }], value: { new_money: '12.50' } },
    ],
  },
  comments: [],
})
/** Another one, handed in then: what is decided later has no time of its own. */
const handedInAt = (row: Row, at: Date): Row => ({
  ...row,
  sp_no: `${String(row['sp_no'])}9`,
  apply_time: Math.floor(at.getTime() / 1000),
})

const writes: Pick<Vendor, 'samples' | 'spoiled'> = {
  samples: {
    'message-send': at => ({ touser: `user${at}`, text: { content: `订单 ${at} 已发货 👍` } }),
    'member-create': at => ({ userid: `new${at}`, name: `新成员 ${at}`, department: [1], mobile: `1390000000${at}` }),
    'member-update': at => ({ userid: `user${at}`, position: `主管 ${at}` }),
  },
  spoiled: {
    'message-send': { touser: 'user1|nobody', text: { content: 'x' } },
    'member-create': { userid: 'new-x', name: 'x', department: [999], mobile: '13900000999' },
    'member-update': { userid: 'nobody', position: 'x' },
  },
}

/** A token in the query, cursors of two kinds, one approval by itself; refusals come with status 200 and name the asker. */
export function startWecom(): Promise<Vendor> {
  const lists = {
    departments: { rows: many(12, department) },
    'department-ids': { rows: many(12, department), record: toIds },
    members: { rows: many(60, member) },
    'member-ids': { rows: many(150, membership) },
    approvals: { rows: many(137, approval), stamp: handedInAt },
  }
  const reads: Readonly<Record<string, (asked: Asked) => Told>> = {
    'GET department/list': () => tell({ department: lists.departments.rows }),
    'GET department/simplelist': () => tell({ department_id: lists['department-ids'].rows.map(toIds) }),
    'GET user/list': asked => listMembers(asked, lists.members.rows),
    'POST user/list_id': asked => listIds(asked, lists['member-ids'].rows),
    'POST oa/getapprovalinfo': asked => listApprovals(asked, lists.approvals.rows),
    'POST oa/getapprovaldetail': ({ body }) => {
      const info = lists.approvals.rows.find(each => each['sp_no'] === parse(body)['sp_no'])
      return info ? tell({ info }) : refuse(301_025, 'invalid sp_no')
    },
  }
  return startVendor(
    {
      tooOften: refuse(45_009, 'api freq out of limit'),
      answer(asked, vendor) {
        const { pathname, searchParams: query } = asked.url
        const name = `${asked.method} ${pathname.replace('/cgi-bin/', '')}`
        if (name === 'GET gettoken') {
          if (query.get('corpid') !== CORP) return refuse(40_013, 'invalid corpid')
          if (query.get('corpsecret') !== SECRET) return refuse(40_001, 'invalid credential')
          return tell({ access_token: vendor.token, expires_in: 7200 })
        }
        if (!query.get('access_token')) return refuse(41_001, 'access_token missing')
        if (query.get('access_token') !== vendor.token) return expired(refuse(42_001, 'access_token expired'))
        const answer = reads[name] ?? targets[name]
        return answer ? answer(asked, vendor.written) : refuse(43_004, 'require GET or POST method')
      },
    },
    {
      hasToken: true,
      window: { from: new Date(START).toISOString(), to: new Date(START + 20 * DAY_S * 1000).toISOString() },
      params: url => ({ base_url: url, corpid: CORP, corpsecret: SECRET }),
      lists,
      values: { 'message-send': { agentid: String(AGENT) } },
      ...writes,
    },
  )
}

const tell = (body: Row): Told => ({ body: { errcode: 0, errmsg: 'ok', ...body } })
const refuse = (errcode: number, errmsg: string): Told => ({
  body: {
    errcode,
    errmsg: `${errmsg}, hint: [1663250432307414204076998], from ip: 203.0.113.7, more info at https://open.work.weixin.qq.com/devtool/query?e=${errcode}`,
  },
})

function listMembers({ url: { searchParams: query } }: Asked, rows: readonly Row[]): Told {
  const id = Number(query.get('department_id'))
  if (!(id >= 1 && id <= 12)) return refuse(60_003, 'department not found')
  const isAll = id === 1 && query.get('fetch_child') === '1'
  return tell({ userlist: isAll ? rows : rows.filter(row => (row['department'] as number[]).includes(id)) })
}

function listIds({ body }: Asked, rows: readonly Row[]): Told {
  const { cursor = 'c0', limit } = parse(body)
  if (typeof limit !== 'number' || limit < 1 || limit > 10_000)
    return refuse(40_058, 'invalid Request Parameter: limit')
  const start = Number(String(cursor).slice(1))
  const next = start + limit < rows.length ? `c${start + limit}` : ''
  return tell({ next_cursor: next, dept_user: rows.slice(start, start + limit) })
}

function listApprovals({ body }: Asked, rows: readonly Row[]): Told {
  const { starttime, endtime, new_cursor = '', size } = parse(body)
  const [from, to] = [Number(starttime), Number(endtime)]
  if (!(to > from && to - from <= 31 * DAY_S))
    return refuse(301_025, 'get approval param error:invalid starttime or endtime')
  if (typeof size !== 'number' || size > 100) return refuse(301_025, 'get approval param error:invalid size')
  const fitting = rows.filter(({ apply_time }) => Number(apply_time) >= from && Number(apply_time) <= to)
  const start = Number(String(new_cursor).slice(1))
  const end = start + size
  const next = end < fitting.length ? { new_next_cursor: `n${end}` } : {}
  return tell({ sp_no_list: fitting.slice(start, end).map(row => row['sp_no']), ...next })
}

const targets: Readonly<Record<string, (asked: Asked, written: Row[]) => Told>> = {
  /** Some may get it and others not; `written` has what all of them got. */
  'POST message/send': ({ body }, written) => {
    const sent = parse(body)
    if (sent['agentid'] !== AGENT) return refuse(301_002, 'no privilege to access/modify contact/party/agent')
    if (sent['msgtype'] !== 'text') return refuse(40_008, 'invalid message type')
    const users = String(sent['touser']).split('|')
    const invalid = users.filter(each => !/^user\d+$/.test(each))
    if (invalid.length === users.length) return refuse(81_013, 'user & party & tag all invalid')
    if (invalid.length === 0) written.push(sent)
    return tell({ ...(invalid.length === 0 ? {} : { invaliduser: invalid.join('|') }), msgid: `m${written.length}` })
  },
  'POST user/create': ({ body }, written) => {
    const sent = parse(body)
    if (!(sent['department'] as number[]).every(id => id <= 12)) return refuse(60_003, 'department not found')
    if (written.some(each => each['userid'] === sent['userid'])) return refuse(60_102, 'userid existed')
    written.push(sent)
    return tell({})
  },
  'POST user/update': ({ body }, written) => {
    const sent = parse(body)
    if (!/^user\d+$/.test(String(sent['userid']))) return refuse(60_111, 'userid not found')
    const at = written.findIndex(each => each['userid'] === sent['userid'])
    if (at >= 0) written[at] = sent
    else written.push(sent)
    return tell({})
  },
}
