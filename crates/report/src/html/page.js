'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const SVG = 'http://www.w3.org/2000/svg';
  const draw = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const threads = data.threads;
  const colour = (thread) => 'c' + (Math.max(0, threads.indexOf(thread)) % 8);
  const chip = (thread) => make('span', { class: 'chip ' + colour(thread) }, thread);

  const theme = byId('theme');
  theme.addEventListener('click', () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme.trim() === 'dark';
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  });

  // The source: every line once; what is at it changes with the step.
  const rows = new Map();
  const key = (place) => place.file + ':' + place.line;
  for (const file of data.files) {
    const code = make('code', { class: 'code' });
    file.lines.forEach((text, index) => {
      const here = make('span', { class: 'here' });
      const row = make('span', { class: 'row' }, make('span', { class: 'number' }, String(index + 1)),
        make('span', { class: 'text' }, text || ' '), here);
      rows.set(file.name + ':' + (index + 1), { row, here });
      code.append(row);
    });
    const box = make('div', { class: 'source', tabindex: '0', role: 'region', 'aria-label': 'source of ' + file.name }, code);
    byId('source').append(...(data.files.length > 1 ? [make('h3', {}, file.name), box] : [box]));
  }
  const scrollTo = (row) => {
    const box = row.closest('.source');
    const [top, height] = [row.offsetTop - box.offsetTop, box.clientHeight];
    if (top < box.scrollTop + 40 || top > box.scrollTop + height - 60) box.scrollTop = Math.max(0, top - height / 2);
  };
  for (const mark of data.marks) {
    const found = rows.get(key(mark.place));
    if (!found) continue;
    found.row.classList.add('at');
    found.here.append(make('span', { class: 'chip ' + (mark.thread ? colour(mark.thread) : '') }, mark.text));
  }
  if (!data.frames.length) {
    const first = data.marks.map((mark) => rows.get(key(mark.place))).find(Boolean);
    if (first) scrollTo(first.row);
    return;
  }

  const frames = data.frames;
  const last = frames.length - 1;
  const cycle = data.cycle; // the number of the first frame of the cycle, or null
  let current = 0;
  let timer = null;

  // Lanes: one for each thread, one column for each step.
  const [left, high, top] = [Math.min(220, 30 + 8 * Math.max(...threads.map((name) => name.length))), 30, 24];
  const room = byId('lanes').clientWidth - left - 24;
  const wide = Math.max(24, Math.min(72, Math.floor(room / (last + 1))));
  const lanes = draw('svg', { width: left + wide * (last + 1) + 16, height: top + high * threads.length + 26, role: 'img',
    'aria-label': 'Who steps when. ' + (cycle === null ? '' : 'Steps ' + cycle + ' to ' + last + ' repeat for ever.') });
  if (cycle !== null) {
    const x = left + wide * cycle - 2;
    const width = wide * (last - cycle + 1) + 4;
    const bottom = top + high * threads.length;
    lanes.append(
      draw('rect', { x, y: 2, width, height: bottom + 4, rx: 8, fill: 'var(--cycle)', stroke: 'var(--cycle-line)', 'stroke-dasharray': '5 4' }),
      draw('path', { d: `M ${x + width - 10} ${bottom + 8} q -4 10 -14 10 H ${x + 24} q -10 0 -14 -8`, fill: 'none', stroke: 'var(--cycle-line)', 'stroke-width': 2, 'marker-end': 'url(#turn)' }),
      draw('text', { x: x + 8, y: 17 }, 'repeats for ever'));
  }
  lanes.append(draw('defs', {}, draw('marker', { id: 'turn', viewBox: '0 0 10 10', refX: 6, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto' },
    draw('path', { d: 'M 0 0 L 10 5 L 0 10 z', fill: 'var(--cycle-line)' }))));
  const cursor = draw('rect', { y: top - 2, width: wide, height: high * threads.length + 4, rx: 6, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 2 });
  threads.forEach((thread, lane) => {
    const y = top + high * lane + high / 2;
    lanes.append(draw('text', { x: 4, y: y + 4, style: `fill: var(--t${lane % 8}); font-weight: 650` }, thread));
    let [start, end] = [null, null];
    frames.forEach((frame, number) => {
      const now = frame.threads.find((one) => one.thread === thread);
      if (now && start === null) start = number;
      if (now && now.is !== 'finished') end = number;
    });
    if (start !== null && end !== null) lanes.append(draw('line', { x1: left + wide * start + wide / 2, x2: left + wide * end + wide / 2, y1: y, y2: y, stroke: `var(--t${lane % 8})`, 'stroke-opacity': .35, 'stroke-width': 3 }));
    frames.forEach((frame, number) => {
      const x = left + wide * number + wide / 2;
      const now = frame.threads.find((one) => one.thread === thread);
      if (frame.thread === thread) {
        const cell = draw('circle', { class: 'cell', cx: x, cy: y, r: 8, fill: `var(--t${lane % 8})` }, draw('title', {}, number + ': ' + frame.statement));
        cell.addEventListener('click', () => show(number));
        lanes.append(cell);
      } else if (now && (now.is === 'waiting' || now.is === 'held back')) {
        lanes.append(draw('rect', { x: x - 6, y: y - 4, width: 12, height: 8, rx: 2, fill: 'var(--panel)', stroke: `var(--t${lane % 8})`, 'stroke-width': 1.6 }, draw('title', {}, thread + ' waits')));
      }
    });
  });
  lanes.append(cursor);
  byId('lanes').append(lanes);

  const slider = byId('slider');
  slider.max = String(last);
  slider.addEventListener('input', () => show(Number(slider.value)));

  const cells = (bindings, before, prefix) => bindings.map((binding) => {
    const old = before && before.find((one) => one.name === binding.name);
    const isChanged = before !== null && (!old || old.value !== binding.value);
    const cell = make('td', { class: 'mono' + (isChanged ? ' changed' : '') }, binding.value === null ? '…' : binding.value);
    if (isChanged && old) cell.append(make('span', { class: 'soft' }, '  was ' + old.value));
    return make('tr', {}, make('th', { class: 'mono', scope: 'row' }, prefix + binding.name), cell);
  });
  const none = (text) => make('p', { class: 'soft', style: 'margin: 0' }, text);
  const fill = (id, ...content) => byId(id).replaceChildren(...content);

  const waitGraph = (frame) => {
    const names = frame.threads.map((one) => one.thread);
    const edges = frame.threads.flatMap((one) => one.waits_for.filter((other) => names.includes(other)).map((other) => [one.thread, other]));
    if (!edges.length) return none('Nobody waits for another thread.');
    const shown = names.filter((name) => edges.some((edge) => edge.includes(name)));
    const around = (name) => { // whether the thread is in a circle of threads that wait for each other
      const [seen, rest] = [new Set(), [name]];
      while (rest.length) for (const [from, to] of edges.filter((edge) => edge[0] === rest[0]).concat([[null, rest.shift()]])) if (from && !seen.has(to)) { seen.add(to); rest.push(to); }
      return seen.has(name);
    };
    const [width, height] = [420, shown.length > 3 ? 300 : 190];
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': edges.map(([from, to]) => from + ' waits for ' + to).join(', ') });
    const marker = (id, fill) => draw('marker', { id, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 11, markerHeight: 11, markerUnits: 'userSpaceOnUse', orient: 'auto' }, draw('path', { d: 'M 0 0 L 10 5 L 0 10 z', fill }));
    svg.append(draw('defs', {}, marker('arrow', 'var(--soft)'), marker('red-arrow', 'var(--bad)')));
    const place = (name) => {
      const angle = 2 * Math.PI * shown.indexOf(name) / shown.length - (shown.length === 2 ? Math.PI : Math.PI / 2);
      return [width / 2 + (width / 2 - 80) * Math.cos(angle), height / 2 + (height / 2 - 32) * Math.sin(angle)];
    };
    for (const [from, to] of edges) {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      if (from === to) {
        svg.append(draw('path', { d: `M ${x1 - 20} ${y1 - 15} c -20 -34 60 -34 40 0`, fill: 'none', stroke: 'var(--bad)', 'stroke-width': 2, 'marker-end': 'url(#red-arrow)' }));
        continue;
      }
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = Math.hypot(dx, dy);
      const cut = Math.min(58 / Math.abs(dx / length || 1e-9), 17 / Math.abs(dy / length || 1e-9));
      const [nx, ny] = [-dy / length * 26, dx / length * 26];
      const isCircle = around(from) && around(to);
      svg.append(draw('path', { d: `M ${x1 + dx / length * cut} ${y1 + dy / length * cut} Q ${(x1 + x2) / 2 + nx} ${(y1 + y2) / 2 + ny} ${x2 - dx / length * cut} ${y2 - dy / length * cut}`,
        fill: 'none', stroke: isCircle ? 'var(--bad)' : 'var(--soft)', 'stroke-width': isCircle ? 2.4 : 1.6, 'marker-end': isCircle ? 'url(#red-arrow)' : 'url(#arrow)' }));
    }
    for (const name of shown) {
      const [x, y] = place(name);
      const lane = threads.indexOf(name) % 8;
      svg.append(draw('rect', { x: x - 56, y: y - 15, width: 112, height: 30, rx: 8, fill: 'var(--panel)', stroke: `var(--t${lane})`, 'stroke-width': 2 }),
        draw('text', { x, y: y + 4, 'text-anchor': 'middle', fill: `var(--t${lane})` }, name.length > 15 ? name.slice(0, 14) + '…' : name));
    }
    const box = make('div', { class: 'graph' });
    box.append(svg);
    return box;
  };

  const show = (number) => {
    current = Math.max(0, Math.min(last, number));
    const frame = frames[current];
    const before = current > 0 ? frames[current - 1] : null;
    slider.value = String(current);
    const where = frame.place ? ', ' + frame.place.short + ':' + frame.place.line : '';
    const told = frame.title + (frame.thread ? ': ' + frame.thread + where : '');
    slider.setAttribute('aria-valuetext', told + '. ' + frame.statement);
    byId('position').textContent = frame.title + (cycle !== null && current >= cycle ? ' (in the cycle)' : '');
    cursor.setAttribute('x', left + wide * current);
    const lanesBox = byId('lanes');
    const x = left + wide * current;
    if (x < lanesBox.scrollLeft + left || x > lanesBox.scrollLeft + lanesBox.clientWidth - 60) lanesBox.scrollLeft = x - lanesBox.clientWidth / 2;

    const parts = [];
    if (frame.thread) parts.push(make('div', {}, chip(frame.thread), ' ', make('span', { class: 'soft mono' }, frame.place ? frame.place.short + ':' + frame.place.line : '')));
    parts.push(make('span', { class: 'statement mono' }, frame.statement));
    if (frame.changes.length) parts.push(make('ul', {}, ...frame.changes.map((text) => make('li', { class: 'mono' }, text))));
    fill('step', ...parts);

    fill('threads', make('table', {}, ...frame.threads.map((one) => make('tr', {}, make('th', { scope: 'row' }, chip(one.thread)), make('td', {}, one.situation)))));

    const globals = cells(frame.globals, before && before.globals, '');
    const locals = frame.threads.flatMap((one) => one.calls.flatMap((call) => {
      const earlier = before && before.threads.find((other) => other.thread === one.thread);
      const same = earlier && earlier.calls.find((other) => other.procedure === call.procedure);
      const found = cells(call.variables, before ? (same ? same.variables : []) : null, '');
      if (found.length) found.unshift(make('tr', {}, make('th', { colspan: '2', scope: 'rowgroup' }, chip(one.thread), ' in ', make('code', {}, call.procedure))));
      return found;
    }));
    fill('variables', globals.length + locals.length ? make('table', {}, ...globals, ...locals) : none('There are none.'));

    const held = frame.threads.flatMap((one) => one.holds.map((what) => ({ what, thread: one.thread })));
    const wasHeld = (one) => before && before.threads.some((other) => other.thread === one.thread && other.holds.includes(one.what));
    fill('locks', held.length ? make('table', {}, ...held.map((one) => make('tr', {}, make('th', { class: 'mono', scope: 'row' }, one.what),
      make('td', { class: before && !wasHeld(one) ? 'changed' : '' }, 'held by ', chip(one.thread))))) : none('Nobody holds a lock.'));
    fill('waits', waitGraph(frame));

    for (const { row, here } of rows.values()) { row.className = 'row'; here.replaceChildren(); }
    if (cycle !== null) for (const one of frames.slice(cycle)) if (one.place && rows.has(key(one.place))) rows.get(key(one.place)).row.classList.add('incycle');
    for (const one of frame.threads) {
      const found = one.place && rows.get(key(one.place));
      if (!found || one.is === 'finished') continue;
      found.row.classList.add('at');
      found.here.append(make('span', { class: 'chip ' + colour(one.thread) }, one.thread + (one.is === 'ready' ? ' next' : ' waits')));
    }
    const stepped = frame.place && rows.get(key(frame.place));
    if (stepped) {
      stepped.row.classList.add('stepped', colour(frame.thread));
      stepped.here.prepend(make('span', { class: 'chip ' + colour(frame.thread) }, '● ' + frame.thread));
      scrollTo(stepped.row);
    } else {
      const waiting = frame.threads.map((one) => one.place && rows.get(key(one.place))).find(Boolean);
      if (waiting) scrollTo(waiting.row);
    }
    byId('first').disabled = byId('back').disabled = current === 0;
    byId('end').disabled = current === last;
    byId('next').disabled = byId('switch').disabled = current === last && cycle === null;
    byId('live').textContent = told + '. ' + frame.statement + '. ' + frame.changes.join(', ');
  };
  // Who goes on from the end of a cycle comes to its beginning.
  const after = (number) => (number < last ? number + 1 : cycle === null ? last : cycle);
  const nextSwitch = () => {
    let number = current;
    do { number = after(number); } while (number !== last && number !== current && frames[number].thread === frames[current].thread);
    show(number);
  };
  const stop = () => { clearInterval(timer); timer = null; byId('play').textContent = 'Play'; };
  const play = () => {
    if (timer !== null) return stop();
    byId('play').textContent = 'Pause';
    timer = setInterval(() => (after(current) === current ? stop() : show(after(current))), 900);
  };
  const actions = {
    first: () => show(0), back: () => show(current - 1), next: () => show(after(current)), end: () => show(last),
    switch: nextSwitch, cycle: () => show(cycle === null ? current : cycle), play,
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', () => { if (id !== 'play') stop(); action(); });
  byId('cycle').hidden = byId('cycle-key').hidden = cycle === null;
  const keys = { ArrowRight: 'next', ArrowLeft: 'back', j: 'next', k: 'back', Home: 'first', End: 'end', s: 'switch', c: 'cycle', p: 'play' };
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    // The slider and what can be scrolled know arrows themselves.
    if (event.target.closest && event.target.closest('.source, .lanes') && event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (action !== 'play') stop();
    actions[action]();
  });
  const wanted = /^#step-(\d+)$/.exec(location.hash);
  show(wanted ? Number(wanted[1]) : data.start);
})();
