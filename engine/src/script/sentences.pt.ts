import type { Sentences } from '@sluice/contract'

/** As sentences.zh.ts. */
export const adapterSentences: Sentences = {
  'Write the statement.': 'Escreva a instrução.',
  'Write the script.': 'Escreva o script.',
  '{name} is there twice.': '{name} aparece duas vezes.',
  '{name} is given twice.': '{name} é dado duas vezes.',
  '{{{name}}} is not known here.': '{{{name}}} não é conhecido aqui.',
  '{{{name}}} is no name.': '{{{name}}} não é um nome.',
  'A GET request has no body.': 'Uma requisição GET não tem corpo.',
  'Give a status, a path or a message; without one every answer would fit.':
    'Informe um status, um caminho ou uma mensagem; sem isso qualquer resposta serviria.',
  'Say where the values stand.': 'Diga onde estão os valores.',
  'An adapter says itself how pages are read.': 'O próprio adaptador diz como as páginas são lidas.',
  'Name the parameter that carries page, offset, cursor or last id.':
    'Informe o parâmetro que leva a página, o deslocamento, o cursor ou o último id.',
  'Say where the next cursor stands.': 'Diga onde está o próximo cursor.',
  'An hmac needs a key.': 'Um HMAC precisa de uma chave.',
  '{name} cannot be the name of a header.': '{name} não pode ser o nome de um cabeçalho.',
  'A query begins with SELECT, WITH or VALUES.': 'Uma consulta começa com SELECT, WITH ou VALUES.',
  'A statement begins with INSERT, UPDATE, DELETE, REPLACE, MERGE, CALL, SELECT or WITH.':
    'Uma instrução começa com INSERT, UPDATE, DELETE, REPLACE, MERGE, CALL, SELECT ou WITH.',
  'The statement holds a character that is not taken.':
    'A instrução contém um caractere que não é aceito, ou aspas e parênteses sem par dentro de [ ] ou depois de #.',
  'A {{…}} stands inside quotes; write it without them, it is bound as a parameter.':
    'Há um {{…}} entre aspas; escreva-o sem elas, ele é vinculado como parâmetro.',
  'Only one statement, without ";".': 'Só uma instrução, sem ";".',
  'The statement holds a comment; write it elsewhere.': 'A instrução contém um comentário; escreva-o em outro lugar.',
  'The statement closes a bracket that it did not open.': 'A instrução fecha um parêntese que não abriu.',
  'The statement leaves a quote open.': 'A instrução deixa uma aspa aberta.',
  'The statement leaves a bracket open.': 'A instrução deixa um parêntese aberto.',
  'This is no adapter with its document.': 'Isto não é um adaptador com seu documento.',
  'This platform does not take adapters of this kind.': 'Esta plataforma não aceita adaptadores deste tipo.',
  'There is no such platform.': 'Não existe essa plataforma.',
  'The file has two adapters of this name.': 'O arquivo tem dois adaptadores com este nome.',
  'The adapter of this name is of another kind.': 'O adaptador com este nome é de outro tipo.',
  'The script of the adapter failed ({place}): {message}': 'O script do adaptador falhou ({place}): {message~}',
  'The script took longer than {count} seconds.': 'O script demorou mais de {count} segundos.',
  'The script needs more than {count} MB.': 'O script precisa de mais de {count} MB.',
  'The script gave back more than 16 million characters.': 'O script devolveu mais de 16 milhões de caracteres.',
  'The script gave back what is no JSON.': 'O script devolveu algo que não é JSON.',
  'The script waits for something that never comes.': 'O script espera por algo que nunca vem.',
  'The script must not wait outside of its functions.': 'O script não pode esperar fora de suas funções.',
  'The script exports no function {name}.': 'O script não exporta a função {name}.',
  'The script cannot be read; it may be nested too deep.': 'O script não pode ser lido; talvez esteja aninhado demais.',
  'The script would sleep longer than its two seconds.': 'O script dormiria mais que seus dois segundos.',
  'There is no algorithm {name}; there are md5, sha1, sha256 and sha512.':
    'Não há o algoritmo {name}; há md5, sha1, sha256 e sha512.',
  'A script may send {count} requests.': 'Um script pode enviar {count} requisições.',
  'A script may ask {count} times.': 'Um script pode perguntar {count} vezes.',
  'The questions of a script may have 4 million characters and 200,000 values.':
    'As perguntas de um script podem ter 4 milhões de caracteres e 200 mil valores.',
  'A script may calculate 10,000 secrets of 4 million characters.':
    'Um script pode calcular 10 mil segredos de 4 milhões de caracteres.',
  'The script gave back more than 500,000 values.': 'O script devolveu mais de 500 mil valores.',
  'The script makes a text of more than 32 million characters.':
    'O script forma um texto de mais de 32 milhões de caracteres.',
  'A script asks only inside of its functions.': 'Um script só pergunta dentro de suas funções.',
  'There is no static mapping "{name}".': 'Não há o mapeamento estático "{name}".',
  'There is no strategy "{name}".': 'Não há a estratégia "{name}".',
  'Correct the script and try it out.': 'Corrija o script e experimente-o.',
  '{platform} takes no SQL adapters.': '{platform} não aceita adaptadores SQL.',
  'Choose a connector to a database.': 'Escolha um conector de banco de dados.',
  'This is no time zone.': 'Isto não é um fuso horário.',
  'The script failed ({place}): {message}': 'O script falhou ({place}): {message~}',
  'is a function or a symbol, which no target takes': 'é uma função ou um símbolo, que nenhum destino aceita',
  'A function of the script gives back a record, or nothing.': 'Uma função do script devolve um registro ou nada.',
  'A function over records cannot wait.': 'Uma função sobre registros não pode esperar.',
  'A script over records has no chance, so that it gives the same again; take ctx.hash.':
    'Um script sobre registros não tem acaso, para dar sempre o mesmo resultado; use ctx.hash.',
}
