export const zh = {
  tabs: { todo: '待办', message: '消息', exception: '服务器异常' },
  unread: '未读',
  settled: '已恢复',
  readAll: '全部已读',
  clear: '清空',
  all: '查看全部',
  empty: {
    todo: { title: '没有待办', text: '方案失败、账不平、凭证到期等需要处理的事会出现在这里。' },
    message: { title: '没有消息', text: '额度、进程等方面的通知会出现在这里。' },
  },
  noExceptions: '没有服务器异常',
  noExceptionsText: '服务器返回 500 时，最近 10 条会记录在这里。',
  parts: {
    path: '路径',
    line: '行',
    exception: '异常',
    message: '消息',
    trace: '调用栈',
    noTrace: '服务器没有给出',
    steps: (count: number) => `${count} 层`,
  },
}
