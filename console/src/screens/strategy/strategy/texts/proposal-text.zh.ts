export const zh = {
  asks: {
    nothing: '是否按“没有数据”处理？',
    loneRecord: '是否按一条记录读取？',
    keyedRecords: '是否按以编号为名的多条记录读取？',
    listPath: '是否用作列表路径？',
    rowLists: '是否按此区分每条结果？',
    success: '是否只把这样的应答算作成功？',
  },
  seen: {
    status204: '应答是 204，没有内容。',
    emptyBody: '应答没有内容。',
    null: '列表的位置是 null。',
    emptyText: '列表的位置是空文本。',
    emptyObject: '列表的位置是空对象。',
    missingList: '应答中没有列表。',
    status404: '应答是 404。',
  },
  keyedRecords: (place: string) => `${place === '' ? '应答本身' : place} 是由对象组成的对象，不是列表。`,
  loneRecord: (place: string) => `${place === '' ? '应答本身' : place} 是单个对象，不是列表。`,
  list: (place: string) => (place === '' ? '应答本身是列表。' : `${place} 处有列表。`),
  use: '采用',
  used: '已保存到源的设置',
}
