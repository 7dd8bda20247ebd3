/* Starts a command in this program's own console, waits for what is served at a port, and presses Ctrl-C:
 * interrupt.exe PORT COMMAND LINE
 * It prints the status the command ends with, or fails after twenty seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winsock2.h>
#include <windows.h>

static int answers(int port) {
    struct sockaddr_in address = {0};
    SOCKET s = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((unsigned short)port);
    int reached = connect(s, (struct sockaddr *)&address, sizeof address) == 0;
    closesocket(s);
    return reached;
}

int main(int count, char **words) {
    WSADATA data;
    STARTUPINFOA start = {0};
    PROCESS_INFORMATION child;
    DWORD status = 0;
    int tries = 100;
    if (count != 3) return 2;
    WSAStartup(MAKEWORD(2, 2), &data);
    start.cb = sizeof start;
    if (!CreateProcessA(NULL, words[2], NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) {
        printf("not started: %lu\n", GetLastError());
        return 1;
    }
    while (!answers(atoi(words[1])) && --tries) Sleep(200);
    /* The child has been started without it, so this program alone ignores what it sends to the console. */
    SetConsoleCtrlHandler(NULL, TRUE);
    if (!tries || !GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) {
        printf(tries ? "no Ctrl-C: %lu\n" : "nothing was served (%lu)\n", GetLastError());
        TerminateProcess(child.hProcess, 9);
        return 1;
    }
    if (WaitForSingleObject(child.hProcess, 20000) != WAIT_OBJECT_0) {
        printf("it goes on\n");
        TerminateProcess(child.hProcess, 9);
        return 1;
    }
    GetExitCodeProcess(child.hProcess, &status);
    printf("ended with %lu\n", status);
    return 0;
}
