import { encodeGb18030 } from '@sluice/connector-kit/files'
import { describe, expect, test } from 'vitest'
import { readUpload } from '../testing.ts'

/** Bytes of one and two that an encoding reads, the other way round. */
function makeEncoder(encoding: string): (text: string) => Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const known = new Map<string, readonly number[]>()
  const learn = (bytes: readonly number[]) => {
    try {
      const sign = decoder.decode(Uint8Array.from(bytes))
      if ([...sign].length === 1 && !known.has(sign)) known.set(sign, bytes)
    } catch {
      // No character of the encoding.
    }
  }
  for (let byte = 0; byte < 256; byte += 1) learn([byte])
  for (let lead = 128; lead < 255; lead += 1) for (let trail = 64; trail < 255; trail += 1) learn([lead, trail])
  return text => Buffer.from([...text].flatMap(sign => known.get(sign) ?? [63]))
}

const texts: readonly (readonly [encoding: string, text: string])[] = [
  ['windows-1252', 'id,name\n1,Müller\n2,Schröder\n3,Grünwald\n'],
  ['windows-1252', 'id,name\n1,São Paulo\n2,Conceição\n3,INFORMAÇÕES\n'],
  ['windows-1252', 'id,name\n1,Málaga\n2,niño\n3,Jiménez\n'],
  ['windows-1252', 'id,name\n1,déjà vu\n2,Hélène\n3,crédit\n'],
  ['windows-1252', 'id,name\n1,café\n'],
  ['windows-1250', 'id,name\n1,Łódź\n2,Gdańsk\n'],
  ['windows-1251', 'id,name\n1,Москва\n2,Санкт-Петербург\n'],
  ['shift_jis', 'id,商品\n1,りんご\n2,カタカナ\n'],
  ['shift_jis', 'id,name\n1,東京\n2,山田太郎\n3,株式会社\n'],
  ['shift_jis', 'id,name\n1,ｶﾀｶﾅ\n2,ﾔﾏﾀﾞﾀﾛｳ\n'],
  ['euc-jp', 'id,商品コード\n1,りんご\n2,東京都港区\n'],
  ['euc-kr', 'id,주문번호\n1,김철수\n2,서울특별시 강남구\n'],
  ['big5', 'id,訂單編號\n1,臺北市\n2,商品名稱\n'],
]

describe.each(texts)('%s: %j', (encoding, text) => {
  const content = makeEncoder(encoding)(text)

  test('is never taken for Chinese: a person is asked, and told what it may be', async () => {
    await expect(readUpload('a.csv', content)).rejects.toMatchObject({
      code: 'file.encoding',
      field: 'encoding',
      message: expect.stringMatching(/^a\.csv is not UTF-8 text throughout: byte \d+ in line [12] \(0x[0-9A-F]{2}\)/),
      advice: expect.stringMatching(/^Choose the encoding in the source options/),
    })
  })

  test('is read as it stands once the encoding is chosen', async () => {
    const { described, data } = await readUpload('a.csv', content, { options: { encoding } })
    const [header = '', ...rows] = text.trimEnd().split('\n')
    const names = header.split(',')
    expect(described.fields.map(field => field.name)).toEqual(names)
    expect(data).toEqual(rows.map(row => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell]))))
  })
})

test.each([
  '订单号,客户名称,金额\n1,张三,12.50\n2,上海贸易有限公司,3\n',
  'id,n\n1,东\n',
  'id|名|c\n1|東a|x\n',
  '訂單編號,客戶名稱\n1,臺北市\n',
  '商品,规格\n螺丝刀,大号\n鑫鑫烟酒,小盒\n',
])('Chinese in GBK is recognised: %j', async text => {
  const { data } = await readUpload('a.csv', encodeGb18030(text) ?? Buffer.alloc(0))
  expect(Object.values(data[0] ?? {}).join()).toBe(text.split('\n')[1]?.replaceAll('|', ','))
})

describe('a damaged byte is named by its place', () => {
  test('in UTF-8 with no other character beyond ASCII', async () => {
    const content = Buffer.concat([
      Buffer.from(`id,a\n1,${'x'.repeat(70)}\n2,bad`),
      Buffer.from([0xff]),
      Buffer.from('z\n'),
    ])
    await expect(readUpload('a.csv', content)).rejects.toThrow(/UTF-8.*: byte 83 in line 3 \(0xFF\)/)
  })

  test('in UTF-8 far behind, across the border of two chunks, and at the end', async () => {
    const start = Buffer.from(`id,a\n1,东方明珠\n2,${'x'.repeat(256 * 1024 - 25)}`)
    const half = Buffer.from('东').subarray(0, 2)
    for (const [tail, found] of [
      ['x\n', '0xE4'],
      ['', 'the end of the file'],
    ] as const) {
      const wanted = `byte ${start.length} in line 3 (${found})`
      await expect(readUpload('a.csv', Buffer.concat([start, half, Buffer.from(tail)]))).rejects.toThrow(wanted)
    }
  })

  test('in GB18030, which stays GB18030', async () => {
    const good = encodeGb18030('编号,名称\r\n1,上海贸易公司\r\n2,') ?? Buffer.alloc(0)
    const content = Buffer.concat([good, Buffer.from([0xff, 0x0a])])
    await expect(readUpload('a.csv', content)).rejects.toThrow(
      `GB18030 text throughout: byte ${good.length} in line 3 (0xFF)`,
    )
  })
})

describe('the delimiter', () => {
  test.each(['sep=;\r\nid;a\r\n1;x\r\n', '"sep=;"\nid;a\n1;x\n', '\ufeffSEP=^\nid^a\n1^x\n'])(
    'of a first line %j is a hint and no header',
    async content => {
      const { data, described } = await readUpload('a.csv', content)
      expect(described.fields.map(field => field.name)).toEqual(['id', 'a'])
      expect(data).toEqual([{ id: '1', a: 'x' }])
    },
  )

  test('of a file without a header too, and a row that was skipped for it is skipped no more than once', async () => {
    const content = 'sep=;\n1;x\n2;y\n'
    const rows = [
      { column_1: '1', column_2: 'x' },
      { column_1: '2', column_2: 'y' },
    ]
    expect((await readUpload('a.csv', content, { options: { header: false } })).data).toEqual(rows)
    expect((await readUpload('a.csv', content, { options: { header: false, skip_rows: 1 } })).data).toEqual(rows)
  })

  test('that two signs could be is asked for', async () => {
    const content = 'a,b;c\n1,2;3\n4,5;6\n'
    await expect(readUpload('a.csv', content)).rejects.toMatchObject({ code: 'file.delimiter', field: 'delimiter' })
    expect((await readUpload('a.csv', content, { options: { delimiter: ';' } })).data[0]).toEqual({
      'a,b': '1,2',
      c: '3',
    })
    // A decimal comma in the values alone leaves no doubt.
    expect((await readUpload('a.csv', 'n;m\n1,5;2,5\n')).data).toEqual([{ n: '1,5', m: '2,5' }])
  })
})
