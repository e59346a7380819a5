// Keeps a page current, and sends what a person does to the server. Without it, links and forms do
// the same with whole pages.
"use strict";
(() => {
  const page = document.getElementById("page");
  if (!page) return;
  const address = `/tab/${page.dataset.tab}`;
  let version = page.dataset.version;
  let pause = 250;
  let lastLocation = page.dataset.location;
  // Whether the browser has gone to another address by itself.
  let isPopping = false;
  // Whether the last scene was left, and where the pages were scrolled to.
  let isLeaving = false;
  const scrolls = new Map();
  // What receives the focus after the next change.
  let wanted = null;

  // A reloaded page goes on with what it has shown.
  const here = () => location.pathname + location.search;
  const kept = sessionStorage.getItem("tab");
  const [navigation] = performance.getEntriesByType("navigation");
  if (kept && navigation?.type === "reload" && !location.search) {
    sessionStorage.removeItem("tab");
    return location.replace(`${location.pathname}?tab=${kept}`);
  }
  sessionStorage.setItem("tab", page.dataset.tab);
  if (lastLocation !== here()) history.replaceState(null, "", lastLocation);

  const body = (fields) => {
    const data = new URLSearchParams(fields);
    data.set("key", page.dataset.key);
    return data;
  };

  async function send(fields) {
    isPopping = "go" in fields && isPopping;
    isLeaving = "leave" in fields || isPopping;
    try {
      const answer = await fetch(address, {
        method: "POST", body: body(fields), headers: { Accept: "text/event-stream" },
      });
      // The server has forgotten the tab.
      if (answer.status === 410) location.reload();
    } catch {
      showConnection(false);
    }
  }

  // --- What the server sends

  async function follow() {
    for (;;) {
      try {
        const answer = await fetch(`${address}/changes`, { method: "POST", body: body({ version }) });
        if (answer.status === 410 || answer.status === 403) return location.reload();
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        showConnection(true);
        pause = 250;
        let text = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          text += value;
          let end;
          while ((end = text.indexOf("\n\n")) >= 0) {
            apply(JSON.parse(text.slice(6, end)));
            text = text.slice(end + 2);
          }
        }
      } catch { /* The connection has ended. */ }
      showConnection(false);
      await new Promise((resume) => setTimeout(resume, pause));
      pause = Math.min(pause * 2, 10000);
    }
  }

  function showConnection(isOpen) {
    let note = document.getElementById("connection");
    if (isOpen) return note?.remove();
    if (note) return;
    note = document.createElement("p");
    note.id = "connection";
    note.className = "toast";
    note.setAttribute("role", "status");
    note.textContent = "The program has ended, or cannot be reached. Trying again…";
    document.body.append(note);
  }

  const element = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  };

  function apply(change) {
    const focus = focused();
    version = change.version;
    document.title = `${change.title} – ${document.title.split(" – ").pop()}`;
    if (change.page !== undefined) {
      const y = scrollY;
      scrolls.set(lastLocation, y);
      page.replaceChildren(element(change.page));
      if (!restore(focus) || focus.isLost) {
        (page.querySelector("[data-autofocus], .field :is(input, select), .sheet :is(a, button)")
          ?? document.getElementById("main"))?.focus();
        const detail = page.querySelector("main > .detail");
        if (isLeaving) scrollTo(0, scrolls.get(change.location) ?? 0);
        else if (!detail) scrollTo(0, 0);
        else if (matchMedia("(width >= 900px)").matches) scrollTo(0, y);
        else detail.scrollIntoView();
      }
    }
    for (const part of change.parts ?? []) replace(part);
    restore(focus);
    const found = wanted && page.querySelector(wanted);
    if (found) {
      found.focus();
      wanted = null;
    }
    if (change.location !== lastLocation) {
      lastLocation = change.location;
      if (change.location === here()) { /* The browser is there already. */
      } else if (isPopping) history.replaceState(null, "", change.location);
      else history.pushState(null, "", change.location);
    }
    if (change.copy) {
      navigator.clipboard?.writeText(change.copy);
      send({ copied: 1 });
    }
    begin();
  }

  function replace(part) {
    const old = document.getElementById(part.id);
    if (!old) return;
    // What the person types is newer, and may not be complete.
    if (part.id === "find" && old.contains(document.activeElement)) return;
    if (part.html !== undefined) return old.replaceWith(element(part.html));
    const rows = new Map();
    for (const row of old.querySelectorAll("[data-row]")) rows.set(row.dataset.row, row);
    const parent = rows.values().next().value?.parentNode;
    if (!parent) return;
    // A row of a table needs a table around it.
    const make = (html) => {
      const isTable = parent.nodeName === "TBODY";
      const made = element(isTable ? `<table><tbody>${html}</tbody></table>` : html);
      return made.querySelector("[data-row]");
    };
    let next = parent.firstElementChild;
    for (const key of part.keys) {
      const html = part.rows[key];
      let row = rows.get(key);
      rows.delete(key);
      if (html !== undefined) {
        const made = make(html);
        if (row && keepsScale(row, made)) {
          if (row === next) next = row.nextElementSibling;
          continue;
        }
        if (row) {
          if (row === next) next = row.nextElementSibling;
          row.remove();
        }
        row = made;
      } else if (row === next) {
        next = row.nextElementSibling;
        continue;
      }
      parent.insertBefore(row, next);
    }
    for (const row of rows.values()) row.remove();
  }

  // Replaces all of a row but the slider that the person moves.
  function keepsScale(old, made) {
    const slider = document.activeElement;
    if (slider.type !== "range" || !old.contains(slider)) return false;
    const form = slider.closest("form");
    const index = [...old.children].indexOf(form);
    const other = made.children[index];
    if (index < 0 || !other?.matches(".scale") || old.children.length !== made.children.length) return false;
    const range = other.querySelector("input[type=range]");
    form.querySelector("output").replaceWith(other.querySelector("output"));
    for (const name of ["min", "max", "aria-valuetext"]) slider.setAttribute(name, range.getAttribute(name));
    if (Date.now() - lastMove > 400) slider.value = range.value;
    [...old.children].forEach((child, at) => {
      if (at !== index) child.replaceWith(made.children[at < index ? 0 : 1]);
    });
    return true;
  }

  // --- The focus, which must survive a change

  function focused() {
    const active = document.activeElement;
    if (!active || active === page) return { isLost: true };
    const row = active.closest("[data-row]");
    return {
      id: active.id, name: active.getAttribute("name"), value: active.value,
      section: row?.closest("[data-section]")?.id, row: row?.dataset.row,
      from: active.selectionStart, to: active.selectionEnd, isSelect: active.classList.contains("select"),
    };
  }

  function restore(focus) {
    if (focus.isLost || document.activeElement !== page) return true;
    let found = focus.id && document.getElementById(focus.id);
    if (!found && focus.row !== undefined) {
      const section = document.getElementById(focus.section);
      found = [...(section?.querySelectorAll("[data-row]") ?? [])]
        .find((row) => row.dataset.row === focus.row)?.querySelector(focus.isSelect ? "a.select" : "a");
    }
    if (!found && focus.name) {
      found = [...page.querySelectorAll(`[name="${CSS.escape(focus.name)}"]`)]
        .find((control) => control.type !== "submit" || control.value === focus.value);
    }
    if (!found) return false;
    if (found.matches("input:not([type=range]):not([type=checkbox])") && focus.value !== undefined) {
      found.value = focus.value;
      try { found.setSelectionRange(focus.from, focus.to); } catch { /* It has no text. */ }
    }
    found.focus({ preventScroll: true });
    return true;
  }

  // --- What the person does

  const rowOf = (link) => {
    const row = link.closest("[data-row]");
    const section = link.closest("[data-section]");
    if (!row || !section || row.dataset.row.startsWith("group/")) return null;
    return {
      section: decodeURIComponent(section.dataset.section), row: decodeURIComponent(row.dataset.row),
      isBehind: section.closest("main") && page.querySelector("main > .detail")
        && !section.closest(".detail"),
    };
  };

  page.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    wanted = link?.classList.contains("select") ? ".of-row button" : null;
    // A link that leaves the app is followed.
    if (!link || link.rel.includes("external") || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const place = event.target.closest("[data-place]");
    const row = rowOf(link);
    if (place) send({ place: place.dataset.place });
    else if (link.dataset.leave) send({ leave: link.dataset.leave });
    else if (link.dataset.more !== undefined) send({ more: 1 });
    else if (row?.isBehind) send({ go: link.getAttribute("href") });
    else if (row && link.classList.contains("select")) send({ select: 1, section: row.section, row: row.row });
    else if (row) send({ open: 1, section: row.section, row: row.row });
    else return;
    event.preventDefault();
  });

  // Another tab has scenes of its own.
  for (const name of ["click", "auxclick", "contextmenu"]) {
    page.addEventListener(name, (event) => {
      const link = event.target.closest("[data-row] a:not(.select, [rel])");
      if (link && rowOf(link)) link.search = "";
    }, true);
  }

  page.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target.method !== "post") return event.target.closest("dialog")?.close();
    clearTimeout(typing);
    const fields = Object.fromEntries(new FormData(event.target, event.submitter));
    delete fields.key;
    if (event.target.closest("#find")) fields.open = 1;
    if (fields.submit) wanted = "[aria-invalid]";
    send(fields);
  });

  let typing;
  let lastMove = 0;
  page.addEventListener("input", (event) => {
    const control = event.target;
    if (control.name === "search") {
      clearTimeout(typing);
      typing = setTimeout(() => send({ search: control.value }), 60);
    } else if (control.dataset.scale) {
      lastMove = Date.now();
      clearTimeout(typing);
      typing = setTimeout(() => send({ scale: control.dataset.scale, position: control.value, move: "to" }), 30);
    }
  });
  page.addEventListener("change", (event) => {
    const { name, type, checked } = event.target;
    const value = type === "checkbox" ? String(checked) : event.target.value;
    if (name?.startsWith("field.")) send({ [name]: value, check: name.slice(6) });
  });

  addEventListener("popstate", () => {
    lastLocation = here();
    isPopping = true;
    send({ go: location.pathname });
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches("input:not([type=range]), select, textarea");
    if (event.key === "Escape") {
      const links = page.querySelectorAll("[data-leave]");
      const close = page.querySelector("button[name=leave]");
      if (close) close.click();
      else if (isTyping) event.target.blur();
      else if (page.querySelector(".of-row")) send({ select: "" });
      else links[links.length - 1]?.click();
      return;
    }
    if (isTyping) return;
    if (page.querySelector("[data-question]") && "yn".includes(event.key)) {
      return page.querySelector(`[name=answer][value=${event.key === "y" ? "yes" : "no"}]`).click();
    }
    if (event.key === "/") {
      const search = document.getElementById("search");
      if (search) {
        event.preventDefault();
        return search.focus();
      }
    }
    if (event.key === "?") return showShortcuts();
    // The space bar presses the button that has the focus.
    if (event.key === " " && event.target.matches("button, summary")) return;
    const named = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };
    const key = named[event.key] ?? event.key;
    const button = [...page.querySelectorAll("button[name=shortcut]")].find((b) => b.value === key);
    if (button && event.target.type !== "range") {
      event.preventDefault();
      return button.click();
    }
    // The letter is typed into the field that it focuses.
    if (event.key.length === 1 && event.key !== " ") page.querySelector("[data-typing]")?.focus();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...page.querySelectorAll("[data-row] a:not(.select, [rel])")].filter((a) => a.offsetParent);
    const index = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    if (!links[index]) return;
    event.preventDefault();
    links[index].focus();
  });

  function make(name, text, ...children) {
    const made = document.createElement(name);
    made.textContent = text;
    made.append(...children);
    return made;
  }

  function showShortcuts() {
    const keys = [...page.querySelectorAll("[aria-keyshortcuts]")].map((control) => [
      control.getAttribute("aria-keyshortcuts"), control.firstChild?.textContent ?? control.placeholder,
    ]);
    keys.push(["↑ ↓", "Previous or next row"], ["Esc", "Back"], ["?", "These shortcuts"]);
    const list = make("dl", "", ...keys.flatMap(([key, title]) => [make("dt", "", make("kbd", key)), make("dd", title)]));
    const form = make("form", "", make("button", "Close"));
    form.method = "dialog";
    const dialog = make("dialog", "", make("h2", "Shortcuts"), list, form);
    dialog.setAttribute("aria-label", "Shortcuts");
    dialog.addEventListener("close", () => dialog.remove());
    page.append(dialog);
    dialog.showModal();
  }

  // --- What follows after each change

  const more = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !document.getElementById("search")?.value) send({ more: 1 });
  });

  function begin() {
    more.disconnect();
    for (const link of page.querySelectorAll("[data-more]")) more.observe(link);
    const selected = page.querySelector("main [data-row][aria-current]");
    if (selected && selected.dataset.row !== shownRow) selected.scrollIntoView({ block: "nearest" });
    shownRow = selected?.dataset.row;
    beginMap();
  }
  let shownRow;

  // --- The map: size, drag, wheel, pinch

  // Lets the server draw the map in the size that it has on the page.
  function fitMap() {
    const canvas = page.querySelector("[data-canvas]");
    if (!canvas) return;
    const { clientWidth: width, clientHeight: height } = canvas.querySelector(".canvas");
    const [drawnWidth, drawnHeight] = canvas.dataset.canvas.split(" ").map(Number);
    if (Math.abs(width - drawnWidth) > 8 || Math.abs(height - drawnHeight) > 8) send({ size: `${width} ${height}` });
  }

  let resizing;
  addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(fitMap, 150);
  });

  // Moves and magnifies the drawing at once; the server then draws the part that is visible.
  function beginMap() {
    const svg = page.querySelector("[data-canvas] svg");
    if (!svg || svg.dataset.begun) return;
    svg.dataset.begun = "1";
    const frame = svg.parentNode;
    const [width, height] = svg.closest("[data-canvas]").dataset.canvas.split(" ").map(Number);
    fitMap();
    let [x, y, zoom] = [0, 0, 1];
    let rest;
    const pointers = new Map();
    let moved = false;
    const show = () => {
      svg.setAttribute("viewBox", [x, y, width / zoom, height / zoom].join(" "));
      clearTimeout(rest);
      rest = setTimeout(() => pointers.size || send({ corner: `${x} ${y}`, zoom }), 150);
    };
    // The position in the drawing of a position on the screen.
    const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const magnify = (factor, point) => {
      const next = Math.min(Math.max(zoom * factor, 1 / 16), 16);
      x = point.x - (point.x - x) * zoom / next;
      y = point.y - (point.y - y) * zoom / next;
      zoom = next;
      show();
    };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      magnify(event.deltaY > 0 ? 1 / 1.2 : 1.2, at(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      moved = pointers.size > 1;
    });
    svg.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      const other = [...pointers.values()].find((one) => one.pointerId !== event.pointerId);
      const [from, to] = [at(last), at(event)];
      if (!other) {
        if (Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 4 && !moved) return;
        // Without a capture, a click would open the station below.
        svg.setPointerCapture(event.pointerId);
        x -= to.x - from.x;
        y -= to.y - from.y;
        show();
      } else {
        const still = at(other);
        magnify(Math.hypot(to.x - still.x, to.y - still.y) / Math.hypot(from.x - still.x, from.y - still.y), still);
      }
      moved = true;
      pointers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, (event) => {
        pointers.delete(event.pointerId);
        if (moved) show();
      });
    }
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => {
      if (moved) {
        event.stopPropagation();
        event.preventDefault();
      }
    }, true);
  }

  begin();
  follow();
})();
