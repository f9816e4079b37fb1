"""Measures the board in a real Chromium: weight, first board, answers under load, frames of a drag,
idle time, and eight tabs at once. Run it on a quiet machine: `make bench-board`.
"""

import os
import statistics
import time

from harness import CHROMIUM, FLAGS, OnBoard, Server, expect, sync_playwright

ROUNDS = 11
TABS = 8
IDLE_SECONDS = 10

# Asks the server for the legal moves of a new position, over the socket of its own.
ASK = """async ([address, token, moves]) => {
  const socket = new WebSocket(address, ["secateur", token]);
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
  const times = [];
  for (let number = 1; number <= moves; number += 1) {
    const started = performance.now();
    socket.send(JSON.stringify({ id: number, type: "position", start: "startpos", moves: ["e2e4", "e7e5", "g1f3"].slice(0, number % 4) }));
    await new Promise((resolve) => { socket.onmessage = (event) => JSON.parse(event.data).id === number && resolve(); });
    times.push(performance.now() - started);
  }
  socket.close();
  return times;
}"""


def processor_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def row(name, figure, bar):
    print(f"{name:<52} {figure:>22}   {bar}", flush=True)


def weight_and_first_board(browser, server):
    times, weight = [], 0
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        sizes = []
        page.on("response", lambda response: sizes.append(len(response.body())))
        page.goto(server.address)
        expect(page.locator("#board [data-square=e2]")).to_be_visible()
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate("performance.getEntriesByName('first-board')[0]?.startTime ?? NaN"))
        weight = sum(sizes)
        context.close()
    row("page weight, uncompressed", f"{weight / 1000:.0f} kB", "below 300 kB")
    row("first board after the request, median", f"{statistics.median(times):.0f} ms", "within 300 ms")


def start_analysis(page):
    page.get_by_role("tab", name="Analyse").click()
    page.get_by_role("button", name="Engine", exact=True).click()
    expect(page.locator("[data-test=figures]").first).to_contain_text("depth")


def answers(page, server):
    token = server.address.split("#")[1]
    address = server.address.split("#")[0].replace("http", "ws") + "ws"
    return page.evaluate(ASK, [address, token, 200])


def answers_under_load(browser, server):
    context = browser.new_context()
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(server.address)
        start_analysis(page)
    times = sorted(answers(pages[0], server))
    row("legal moves while two analyses run, median", f"{statistics.median(times):.1f} ms", "within 50 ms")
    row("legal moves while two analyses run, 99 %", f"{times[int(0.99 * len(times))]:.1f} ms", "within 50 ms")
    context.close()


def frames_of_a_drag(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("tab", name="Analyse").click()
    board = OnBoard(page)
    board.wait_until_movable("g1")
    box = board.square("g1").bounding_box()
    client = context.new_cdp_session(page)
    events = []
    client.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    client.send("Tracing.start", {"categories": "disabled-by-default-devtools.timeline.frame,devtools.timeline", "transferMode": "ReportEvents"})
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    started = time.monotonic()
    step = 0
    while time.monotonic() - started < 3:
        step += 1
        page.mouse.move(box["x"] - 3 * (step % 100), box["y"] - 2 * (step % 150))
    page.mouse.up()
    done = []
    client.on("Tracing.tracingComplete", lambda _: done.append(True))
    client.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    layouts = [event for event in events if event["name"] == "Layout"]
    scripts = [event["dur"] / 1000 for event in events if event["name"] == "EventDispatch" and event["args"]["data"].get("type") == "pointermove"]
    frames = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    if len(frames) > 1:
        row("frames a second during a drag", f"{(len(frames) - 1) / ((frames[-1] - frames[0]) / 1e6):.0f}", "60")
    row("script per pointer move, longest", f"{max(scripts, default=0):.2f} ms", "below 16.7 ms")
    row("layouts during a drag", str(len(layouts)), "")
    context.close()


def idle(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    expect(page.locator("#board [data-square=e2]")).to_be_visible()
    time.sleep(1)
    before = processor_seconds(server.process.pid)
    time.sleep(IDLE_SECONDS)
    used = processor_seconds(server.process.pid) - before
    row("idle server with one tab open", f"{100 * used / IDLE_SECONDS:.1f} % CPU", "0 %")
    context.close()


def eight_tabs(browser, server):
    context = browser.new_context()
    pages = []
    for _ in range(TABS):
        page = context.new_page()
        page.goto(server.address)
        start_analysis(page)
        pages.append(page)
    time.sleep(5)
    figures = [page.locator("[data-test=figures]").first.inner_text() for page in pages]
    depths = [text.split("/")[0].removeprefix("depth ") for text in figures]
    row(f"depths of {TABS} tabs after five seconds", " ".join(depths), "none starves")
    times = sorted(answers(pages[-1], server))
    row(f"legal moves while {TABS} analyses run, 99 %", f"{times[int(0.99 * len(times))]:.1f} ms", "responsive")
    for page in pages:
        page.close()
    time.sleep(2)
    before = processor_seconds(server.process.pid)
    time.sleep(3)
    row("server after all tabs were closed", f"{100 * (processor_seconds(server.process.pid) - before) / 3:.1f} % CPU", "0 %")
    context.close()


def main():
    server = Server()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for measure in (weight_and_first_board, answers_under_load, frames_of_a_drag, idle, eight_tabs):
                measure(browser, server)
            browser.close()
    finally:
        server.close()


if __name__ == "__main__":
    main()
