import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sqlSentences: Sentences = {
  'The connection broke while the rows were being committed; the checkpoint tells whether they are there.':
    'A conexão caiu enquanto as linhas eram confirmadas; o ponto de controle diz se elas estão lá.',
  'There is no row with this key any more.': 'Não há mais nenhuma linha com esta chave.',
  'Rows of this table have no key.': 'As linhas desta tabela não têm chave.',
  'The new set holds {held} rows and should hold {count}. The target keeps its old rows.':
    'O novo conjunto tem {held} linhas e deveria ter {count}. O destino mantém as linhas antigas.',
  'Start the strategy again; check that the key of the target tells all records apart.':
    'Inicie a estratégia novamente; verifique se a chave do destino distingue todos os registros.',
  'This table cannot be exchanged: {reason}.': 'Esta tabela não pode ser trocada: {reason!}.',
  'Write by key instead.': 'Grave pela chave em vez disso.',
  'it is a view': 'é uma visão',
  'its definition cannot be copied': 'sua definição não pode ser copiada',
  'its engine {engine} has no transactions': 'seu mecanismo {engine} não tem transações',
  '{table} has no column "{column}".': '{table} não tem a coluna "{column}".',
  'Map to one of {names}.': 'Mapeie para uma destas: {names}.',
  'The column "{field}" is computed by the database.': 'A coluna "{field}" é calculada pelo banco de dados.',
  'Take it out of the mapping.': 'Retire-a do mapeamento.',
  'The key column "{field}" has no value.': 'A coluna-chave "{field}" não tem valor.',
  'Map a field to it.': 'Mapeie um campo para ela.',
  'The condition {what}.': 'A condição {what!}.',
  'closes a bracket that it did not open': 'fecha um parêntese que não abriu',
  'leaves a bracket open': 'deixa um parêntese aberto',
  'holds more than one statement (a ";" outside quotes)': 'contém mais de um comando (um ";" fora de aspas)',
  'holds a comment': 'contém um comentário',
  'holds the character U+0000': 'contém o caractere U+0000',
  'holds a backslash outside quotes': 'contém uma barra invertida fora de aspas',
  'leaves a quote open': 'deixa uma aspa aberta',
  'writes one text in two pieces': 'escreve um texto em duas partes',
  'Write one condition as it stands behind WHERE, without comments and without ";".':
    'Escreva uma só condição como ela aparece após WHERE, sem comentários e sem ";".',
  'The key field "{field}" is not among the fields.': 'O campo-chave "{field}" não está entre os campos.',
  '{field}: "{value}" {reason}.': '{field}: "{value}" {reason!}.',
  '{field}: "{value}…" {reason}.': '{field}: "{value}…" {reason!}.',
  'is null, a key must have a value': 'é nulo; uma chave precisa ter valor',
  'binary content does not fit a text column': 'conteúdo binário não cabe em uma coluna de texto',
  'binary content does not fit this column': 'conteúdo binário não cabe nesta coluna',
  'contains the character U+0000, which the database cannot hold':
    'contém o caractere U+0000, que o banco de dados não armazena',
  'contains a character the database cannot hold': 'contém um caractere que o banco de dados não armazena',
  'contains half of a surrogate pair, which UTF-8 cannot hold':
    'contém metade de um par substituto, que UTF-8 não comporta',
  'contains a character outside the 3-byte charset of the column (use utf8mb4)':
    'contém um caractere fora do conjunto de 3 bytes da coluna (use utf8mb4)',
  'ends with a blank, which a CHAR column drops (use VARCHAR)':
    'termina com um espaço, que uma coluna CHAR descarta (use VARCHAR)',
  'is {count} characters long, the column takes {max}': 'tem {count} caracteres; a coluna aceita {max}',
  'is {count} bytes long, the column takes {max}': 'tem {count} bytes; a coluna aceita {max}',
  'is {count} bytes long, the column pads to {max}': 'tem {count} bytes; a coluna completa até {max}',
  'is not a whole number': 'não é um número inteiro',
  'has digits after the point, the column takes whole numbers': 'tem casas decimais; a coluna aceita números inteiros',
  'is outside {min} … {max}': 'está fora de {min} … {max}',
  'is not a number': 'não é um número',
  'has more digits after the point than the column keeps ({precision},{scale})':
    'tem mais casas decimais do que a coluna guarda ({precision},{scale})',
  'has more digits before the point than the column keeps ({precision},{scale})':
    'tem mais dígitos antes da vírgula do que a coluna guarda ({precision},{scale})',
  'has more digits than a {bits}-bit float keeps (use a decimal column)':
    'tem mais dígitos do que um float de {bits} bits guarda (use uma coluna decimal)',
  'is not true or false': 'não é verdadeiro nem falso',
  'is not a date (YYYY-MM-DD)': 'não é uma data (AAAA-MM-DD)',
  'has a time of day, which a date column would drop': 'tem hora do dia, que uma coluna de data descartaria',
  'has more digits than SQLite keeps in a number (use a TEXT column)':
    'tem mais dígitos do que o SQLite guarda em um número (use uma coluna TEXT)',
  'is below zero, the column is unsigned': 'é negativo, e a coluna não tem sinal',
  'is outside the years {first} … {last} that the column keeps':
    'está fora dos anos {first} … {last} que a coluna guarda',
  'is no time of a day (00:00:00 … 24:00:00)': 'não é uma hora do dia (00:00:00 … 24:00:00)',
  'contains {character}, which the charset of the column (latin1) cannot hold (use utf8mb4)':
    'contém {character}, que o conjunto de caracteres da coluna (latin1) não guarda (use utf8mb4)',
  'is not a time (HH:MM:SS)': 'não é uma hora (HH:MM:SS)',
  'is finer than the {digits} digits of a second the column keeps':
    'é mais fino que os {digits} dígitos de segundo que a coluna guarda',
  'is not a date and time': 'não é data e hora',
  'contains {value}, which the database would round': 'contém {value}, que o banco de dados arredondaria',
  'is not binary content': 'não é conteúdo binário',
  'is not a row of 0 and 1': 'não é uma sequência de 0 e 1',
  'has {count} bits, the column takes {max}': 'tem {count} bits; a coluna aceita {max}',
  'is not a list': 'não é uma lista',
  'Connecting to {host}:{port} failed.': 'A conexão com {host}:{port} falhou.',
  'Check the host name.': 'Verifique o nome do host.',
  'Check the port, that the server is running, and the firewalls between.':
    'Verifique a porta, se o servidor está em execução e os firewalls no caminho.',
  'The saved position does not belong to this table and key.': 'A posição salva não pertence a esta tabela e chave.',
  'The key or the increment field was changed: reset the position of the strategy to read from the start.':
    'A chave ou o campo de incremento mudou: redefina a posição da estratégia para ler desde o início.',
  'The key field "{field}" is null, so the row cannot be told from others.':
    'O campo-chave "{field}" é nulo, por isso a linha não pode ser distinguida das outras.',
  'The row with {key} is bigger than {size} MiB.': 'A linha com {key} é maior que {size} MiB.',
  'Leave the big column out by the option "columns".': 'Deixe a coluna grande de fora com a opção "columns".',
  'Check the settings and try again.': 'Verifique a configuração e tente novamente.',
  '{table}: {message}': '{table}: {message!}',
  'Check the condition of the source.': 'Verifique a condição da origem.',
  'The table or view "{id}" does not exist or may not be seen by this user.':
    'A tabela ou visão "{id}" não existe ou não é visível para este usuário.',
  '{table} has no unique index on {names}, so rows cannot be updated by key.':
    '{table} não tem índice único em {names}, por isso as linhas não podem ser atualizadas pela chave.',
  'any column': 'nenhuma coluna',
  'Create a unique index on {names}, choose the primary key, or use the mode "insert".':
    'Crie um índice único em {names}, escolha a chave primária ou use o modo "insert".',
  'The column "{field}" must have a value and there is no row with this key to update.':
    'A coluna "{field}" precisa de um valor e não há linha com esta chave para atualizar.',
  'Map a field to it, or give it a static value.': 'Mapeie um campo para ela ou dê um valor fixo.',
  'The connection broke while the rows were being committed; nobody knows whether they are there.':
    'A conexão caiu enquanto as linhas eram confirmadas; ninguém sabe se elas estão lá.',
  'Look the records up in the target before writing them again.':
    'Procure os registros no destino antes de gravá-los novamente.',
  'Resolve the address': 'Resolver o endereço',
  'Reach the port': 'Alcançar a porta',
  'Speak the protocol': 'Falar o protocolo',
  'Sign in': 'Entrar',
  'Check permissions': 'Verificar permissões',
  'Find the file': 'Encontrar o arquivo',
  'Recognise the format': 'Reconhecer o formato',
  'A table that can be followed': 'Uma tabela que possa ser acompanhada',
  'Log of changes': 'Log de alterações',
  'Rights to follow': 'Permissões para acompanhar',
  'Replication slots': 'Slots de replicação',
  'Row identity': 'Identidade das linhas',
  'Log kept': 'Log retido',
  'Host name or IP address; no unix sockets.': 'Nome do host ou endereço IP; sem sockets unix.',
  'Usually {defaultPort}.': 'Geralmente {defaultPort}.',
  Database: 'Banco de dados',
  'Name of the database to connect to.': 'Nome do banco de dados ao qual conectar.',
  'User name': 'Nome de usuário',
  'A source needs only the right to select.': 'Uma origem só precisa da permissão select.',
  'SSL mode': 'Modo SSL',
  'Session time zone': 'Fuso horário da sessão',
  Condition: 'Condição',
  'One read-only condition as it stands behind WHERE, without comments or semicolons.':
    'Uma condição somente de leitura como aparece após WHERE, sem comentários nem ponto e vírgula.',
  Columns: 'Colunas',
  'Empty reads all; key columns are always read.': 'Vazio lê todas; as colunas-chave são sempre lidas.',
  'Append exactly once': 'Acrescentar exatamente uma vez',
  'For the mode "insert". Keeps a small table sluice_checkpoint in the target database: each record is noted in the transaction that appends it, so after a lost answer it is not appended twice. Needs the right to create a table, about 60 bytes a record, kept for 90 days.':
    'Para o modo "insert". Mantém uma pequena tabela sluice_checkpoint no banco de destino: cada registro é anotado na transação que o acrescenta; assim, após uma resposta perdida ele não é acrescentado duas vezes. Exige permissão para criar tabela; cerca de 60 bytes por registro, mantidos por 90 dias.',
  '{table} is a view; only tables can be followed.': '{table} é uma visão; só tabelas podem ser acompanhadas.',
  'Follow the tables behind it.': 'Acompanhe as tabelas por trás dela.',
  'A source that is followed cannot have a condition of the database.':
    'Uma origem acompanhada não pode ter condição do banco de dados.',
  "Use the strategy's row filter instead.": 'Use o filtro de linhas da estratégia.',
  'Choose the table behind it.': 'Escolha a tabela por trás dela.',
  'The database reported success and did not take the row.': 'O banco informou sucesso e não recebeu a linha.',
  'Look at the triggers, rules and views of the table: one of them leaves the row out.':
    'Veja os gatilhos, regras e visões da tabela: um deles deixa a linha de fora.',
  'Look at its condition. Where this is meant, add an ignore rule for the message.':
    'Veja a condição dele. Se for o esperado, crie uma regra de exclusão para a mensagem.',
  'The statement changed no row.': 'A instrução não alterou nenhuma linha.',
  'Values of the query': 'Valores da consulta',
  'For SQL adapters: instead of the defaults of their values.':
    'Para adaptadores SQL: no lugar dos padrões de seus valores.',
  'The query has a column without a name.': 'A consulta tem uma coluna sem nome.',
  'The query has two columns named "{name}".': 'A consulta tem duas colunas chamadas "{name}".',
  'Give each column a name of its own with AS.': 'Dê a cada coluna um nome próprio com AS.',
  'The value of {name} is no {type}.': 'O valor de {name} não é um {type}.',
  'Give the strategy a value for it, or the adapter a default.':
    'Dê à estratégia um valor para ele, ou ao adaptador um padrão.',
  'The record has no field "{field}", which the statement needs.':
    'O registro não tem o campo "{field}", de que a instrução precisa.',
  'Map a field to it, or null.': 'Mapeie um campo para ele, ou nulo.',
  'The SQL adapter is for the other side of a strategy.': 'O adaptador SQL é para o outro lado de uma estratégia.',
  'Choose another resource.': 'Escolha outro recurso.',
  'The SQL adapter of this resource is not published on this platform.':
    'O adaptador SQL deste recurso não está publicado nesta plataforma.',
  'Publish it, or choose another resource.': 'Publique-o ou escolha outro recurso.',
  'A value of the row cannot be read (JSON that is none, or nested too deep).':
    'Um valor da linha não pode ser lido (não é JSON ou tem aninhamento profundo demais).',
  "writes a text as q'…'; write it in plain quotes": "escreve um texto como q'…'; escreva-o em aspas simples comuns",
  'Leave the field out of the new table.': 'Deixe o campo fora da nova tabela.',
  'The names "{one}" and "{other}" are one in this database.':
    'Neste banco de dados, os nomes "{one}" e "{other}" são o mesmo.',
  'No value of this type fits the column.': 'Nenhum valor deste tipo cabe na coluna.',
  'Texts that are not numbers are refused.': 'Textos que não são números são recusados.',
  'true is written as 1, false as 0.': 'true é gravado como 1, false como 0.',
  'Numbers with digits after the point are refused.': 'Números com casas decimais são recusados.',
  'Numbers of more digits than a {bits}-bit float keeps are refused.':
    'Números com mais dígitos do que um float de {bits} bits guarda são recusados.',
  'Values other than true, false, 1 and 0 are refused.': 'Valores diferentes de true, false, 1 e 0 são recusados.',
  'Values with a time of day are refused.': 'Valores com hora do dia são recusados.',
  'Texts that are not dates are refused.': 'Textos que não são datas são recusados.',
  'Times outside of one day are refused.': 'Horários fora de um dia são recusados.',
  'Texts that are not times are refused.': 'Textos que não são horários são recusados.',
  'A date is written as its midnight.': 'Uma data é gravada como a sua meia-noite.',
  'Texts that are not dates and times are refused.': 'Textos que não são data e hora são recusados.',
  'A list is written as JSON.': 'Uma lista é gravada como JSON.',
  'Texts that contain the character U+0000 are refused.': 'Textos com o caractere U+0000 são recusados.',
  'Numbers that neither 64 bits nor a double keep are refused.':
    'Números que nem 64 bits nem um double guardam são recusados.',
  'A single value is written as JSON: texts in quotes.': 'Um valor único é gravado como JSON: textos entre aspas.',
  'Content of more than {count} bytes is refused.': 'Conteúdo com mais de {count} bytes é recusado.',
  'Content that is not {count} bytes long is refused.': 'Conteúdo que não tem {count} bytes é recusado.',
  'Values other than 1 to {count} digits 0 and 1 are refused.':
    'Valores diferentes de 1 a {count} dígitos 0 e 1 são recusados.',
  'Values that are not lists are refused.': 'Valores que não são listas são recusados.',
  'Values other than {options} are refused.': 'Valores diferentes de {options} são recusados.',
  'Texts that the type of the column does not understand are refused.':
    'Textos que o tipo da coluna não entende são recusados.',
  'Written as JSON text.': 'Gravado como texto JSON.',
  'Texts of more than {count} characters are refused.': 'Textos com mais de {count} caracteres são recusados.',
  'Texts of more than {count} bytes are refused.': 'Textos com mais de {count} bytes são recusados.',
  'Texts with characters beyond three bytes, such as emoji, are refused.':
    'Textos com caracteres de mais de três bytes, como emoji, são recusados.',
  'Texts that end with a blank are refused.': 'Textos que terminam com espaço são recusados.',
  'Numbers outside {min} … {max} are refused.': 'Números fora de {min} … {max} são recusados.',
  'Numbers of more than {before} digits before or {after} after the point are refused.':
    'Números com mais de {before} dígitos antes ou {after} depois da vírgula são recusados.',
  'Times finer than {digits} digits of a second are refused.':
    'Horários com mais de {digits} dígitos de fração de segundo são recusados.',
  'NaN and infinity are refused.': 'NaN e infinito são recusados.',
  'Instants are written on the clock that the connector sets, UTC by default; the column keeps no zone.':
    'Instantes são gravados no fuso definido no conector, UTC por padrão; a coluna não guarda o fuso.',
  'Times without a zone are taken on the clock that the connector sets, UTC by default.':
    'Horários sem fuso são lidos no fuso definido no conector, UTC por padrão.',
  'The column {name} has an object of more than {names} names.':
    'A coluna {name} tem um objeto com mais de {names} nomes.',
  'The column {name} holds the null of JSON, which cannot be told from NULL.':
    'A coluna {name} contém o null do JSON, que não se distingue de NULL.',
  'The column {name} has the name {path} twice in one object, and one of the values would be lost.':
    'A coluna {name} tem o nome {path} duas vezes em um mesmo objeto, e um dos valores se perderia.',
  'The increment field {name} holds values like "{value}", which the database does not order by time or number, so what is new would be missed.':
    'O campo de incremento {name} tem valores como "{value}", que o banco de dados não ordena por tempo nem por número, e o que é novo se perderia.',
  'Choose a time or a number, cast the field in a view or a query, or run everything each time.':
    'Escolha um tempo ou um número, converta o campo em uma view ou consulta, ou leia tudo a cada vez.',
  'Mend the value, turn it into another in a view or statement, or leave the column out by the option "columns".':
    'Corrija o valor, troque-o em uma view ou instrução, ou deixe a coluna de fora pela opção "columns".',
}
