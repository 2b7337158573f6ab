"use strict";
(() => {
  const report = JSON.parse(document.getElementById("report").textContent);
  const root = document.documentElement;
  const words = () => report.words[root.lang];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const percent = (hundredths) => (root.lang === "es" ? `${hundredths} %` : `${hundredths}%`);

  // diagrams: the data once, a description for each language
  const IN_TWO = "split(replace(datum.label, /^(.{9,}?) /, '$1|'), '|')"; // a long name in two lines
  const small = () => window.innerWidth < 820;
  function fitted(spec) {
    const copy = structuredClone(spec);
    for (const layer of copy.layer)
      if (small() && layer.encoding?.y?.axis?.labelLimit)
        Object.assign(layer.encoding.y.axis, { labelLimit: 150, labelFontSize: 12, labelExpr: IN_TWO });
    return { ...copy, datasets: report.data };
  }
  // a diagram is named by its heading; its parts say nothing by themselves
  const quiet = (place) => place.querySelector("svg").setAttribute("aria-hidden", "true");
  function draw() {
    for (const [id, spec] of Object.entries(report.specs[root.lang])) {
      const place = document.getElementById(id);
      if (place) vegaEmbed(place, fitted(spec), { actions: false, renderer: "svg" }).then(() => quiet(place));
    }
  }

  // the map
  const map = document.querySelector(".map > svg");
  const heat = map.querySelector(".heat");
  const slider = document.getElementById("turn");
  const told = document.querySelector(".said");
  const shapes = report.map.hexes.map((at) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", report.map.outline);
    path.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
    heat.append(path);
    return path;
  });
  const FIRE = [[253, 231, 140], [249, 163, 63], [214, 69, 47], [128, 20, 80], [58, 9, 70]];
  function fire(share) {
    const at = Math.min(share, 0.9999) * (FIRE.length - 1);
    const low = Math.floor(at);
    const mix = FIRE[low].map((value, i) => Math.round(value + (FIRE[low + 1][i] - value) * (at - low)));
    return `rgb(${mix.join()})`;
  }
  const mode = () => document.querySelector("input[name=mode]:checked").value;
  const now = () => report.map.turns[slider.value];
  function shade(path, index) {
    const turn = now();
    const [first, second, front] = [turn.first[index], turn.second[index], turn.front[index]];
    if (mode() === "front") {
      path.style.fill = front ? fire(front / 100) : "none";
      path.style.fillOpacity = front ? 0.12 + 0.78 * Math.min(1, front / 45) : 0;
    } else {
      const lead = first - second;
      path.style.fill = lead > 0 ? "var(--first)" : "var(--second)";
      path.style.fillOpacity = (0.78 * Math.abs(lead)) / 100;
    }
  }
  function label() {
    const turn = now().turn;
    const name = turn === report.map.turns[0].turn ? words().setup : `${words().turn} ${turn}`;
    const dates = words().dates[turn];
    document.getElementById("when").textContent = dates ? `${name} · ${dates}` : name;
    slider.setAttribute("aria-valuetext", name);
    document.querySelector(".scale.front").hidden = mode() !== "front";
    document.querySelector(".scale.ground").hidden = mode() === "front";
  }
  function show() {
    shapes.forEach(shade);
    for (const dot of map.querySelectorAll(".fell")) {
      const fell = Number(dot.dataset.turn || Infinity) <= now().turn;
      dot.style.fill = `var(--${fell ? dot.dataset.after : dot.dataset.before})`;
    }
    label();
  }
  heat.addEventListener("pointermove", (event) => {
    const index = shapes.indexOf(event.target);
    if (index < 0) return;
    const turn = now();
    const name = report.map.names[index];
    const sides = words().sides;
    told.textContent = [
      name,
      filled(words().here, { share: percent(turn.front[index]) }),
      ...[turn.first[index], turn.second[index]]
        .map((share, at) => (share ? filled(words().held, { side: sides[at], share: percent(share) }) : ""))
        .filter(Boolean),
    ].join(" · ");
  });

  let timer = 0;
  const button = document.getElementById("play");
  function stop() {
    clearInterval(timer);
    timer = 0;
    button.textContent = words().play;
  }
  function step() {
    slider.value = Number(slider.value) + 1;
    show();
    if (slider.value === slider.max) stop();
  }
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (slider.value === slider.max) slider.value = 0;
    show();
    button.textContent = words().stop;
    timer = setInterval(step, 900);
  });
  slider.addEventListener("input", show);
  document.querySelectorAll("input[name=mode]").forEach((input) => input.addEventListener("change", show));

  function speak(language) {
    root.lang = language;
    document.title = words().title;
    stop();
    draw();
    show();
  }
  document.querySelectorAll("[data-speak]").forEach((each) =>
    each.addEventListener("click", () => speak(each.dataset.speak)),
  );
  speak(root.lang);
})();
